"""What SkyPilot itself makes of a configuration or of a catalog, as JSON on standard output. Run in an empty home.

    reads.py config FILE KIND NAME COUNT     what it charges an hour for accelerators of a cluster of a kind, by its config.yaml
    reads.py catalog FILE CLOUD INSTANCE...  each instance's price an hour on demand, by a vms.csv of that cloud

Nothing is fetched: SkyPilot reads its own folder, into which the file is copied, and looks for no newer one.
"""

import json
import os
import pathlib
import shutil
import sys


def main():
    kind, file, *asked = sys.argv[1:]
    home = pathlib.Path(os.environ["HOME"])
    print(json.dumps({"config": config, "catalog": catalog}[kind](home, file, *asked)))


def config(home, file, kind, name, count):
    copied(file, home / ".sky" / "config.yaml")
    from sky import skypilot_config
    from sky.catalog import common

    # it keeps to itself what is wrong with a file, and goes on without it
    assert skypilot_config.loaded(), "SkyPilot has read no configuration"
    pricing = common.resolve_pricing_config((kind, "pricing"))
    return common.get_hourly_cost_from_pricing(pricing, 0, 0, name, int(count))


def catalog(home, file, cloud, *instances):
    from sky.catalog import common

    copied(file, pathlib.Path(common.get_catalog_path(f"{cloud}/vms.csv")))
    rows = common.read_catalog(f"{cloud}/vms.csv")
    return {instance: common.get_hourly_cost_impl(rows, instance, False, None, None) for instance in instances}


def copied(file, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, to)


main()
