"""Writes a catalog of gpuhunt by gpuhunt itself: the offers of tests/price_lists.rs."""

import sys

from gpuhunt._internal.models import AcceleratorVendor, CatalogItem, CPUArchitecture
from gpuhunt._internal.storage import dump

H100 = dict(gpu_name="H100", gpu_memory=80.0, gpu_vendor=AcceleratorVendor.NVIDIA)
dump(
    [
        CatalogItem("gcp", "a3-highgpu-8g", "us-central1-a", 88.5, 208, 1872.0, 8, spot=False, disk_size=None, **H100),
        CatalogItem("gcp", "a3-highgpu-8g", "us-central1-a", 25.25, 208, 1872.0, 8, spot=True, disk_size=None, **H100),
        CatalogItem("gcp", "n2-standard-4", "us-central1-a", 0.2, 4, 16.0, 0, None, None, spot=False, disk_size=None),
        CatalogItem(
            "gcp", "v5p-8", "us-east5-a", 16.8, 0, 0.0, 1, "v5p-8", 0.0, spot=False, disk_size=None,
            gpu_vendor=AcceleratorVendor.GOOGLE,
        ),
        CatalogItem(
            "gcp", "gb200", "us-east1-b", 42.0, 140, 900.0, 4, "GB200", 186.0, spot=False, disk_size=512.0,
            gpu_vendor=AcceleratorVendor.NVIDIA, cpu_arch=CPUArchitecture.ARM, flags=["gcp-gb200"],
            provider_data={"note": "a text, with a comma"},
        ),
    ],
    sys.argv[1],
)
