//! Third-party price lists, as `catalog --read` reads them: which rows are offers, their values, and messages about wrong
//! ones. gpuhunt itself writes its files; `.ci/install-test-tools` installs it.

use crate::support::program::{run, tool};
use rackrent::catalog::{
    ListKeeper, ListRequest, Offer, OfferCovers, OfferListed, PriceList, PriceListError, read_list,
};
use rackrent::scenario::Date;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Result of reading a text.
fn read(path: &str, text: &str) -> Result<(PriceList, Vec<Offer>), PriceListError> {
    let mut offers = Vec::new();
    let request = ListRequest { number: 0, name: path, path, as_of: None };
    let list = read_list(&mut text.as_bytes(), request, &mut |offer| offers.push(offer))?;
    Ok((list, offers))
}

/// Messages for a rejected text.
fn refused(text: &str) -> Vec<String> {
    match read("list.csv", text) {
        Ok((list, _)) => panic!("{list:?}"),
        Err(PriceListError::Header(why)) => vec![why],
        Err(PriceListError::Rows(faults, more)) => {
            let printed = faults.iter().map(|fault| format!("list.csv:{}: {}", fault.line, fault.text()));
            printed.chain((more > 0).then(|| format!("{more} more"))).collect()
        }
        Err(fault @ (PriceListError::Unreadable(_) | PriceListError::TooLarge)) => panic!("{fault:?}"),
    }
}

fn price(price: Option<rust_decimal::Decimal>) -> Option<String> {
    price.map(|price| price.to_string())
}

/// Column order of SkyPilot's AWS catalog: a host, an instance with eight accelerators in two zones, one without a spot price.
/// 55.04 / 8 = 6.88; 20.8 / 8 = 2.6.
#[test]
fn a_catalog_of_skypilot_has_instances_with_accelerators_and_hosts_without() {
    let text = "\
InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone
c5.large,,,2.0,4.0,,0.085,0.03,us-east-1,use1-az1
p5.48xlarge,H100,8.0,192.0,2048.0,\"{'Gpus': [{'Name': 'H100', 'Count': 8}]}\",55.04,20.8,us-east-1,use1-az2
p5.48xlarge,H100,8.0,192.0,2048.0,,55.04,,us-east-1,use1-az6
";
    let (list, offers) = read("catalogs/v8/aws/vms.csv", text).unwrap();
    assert_eq!((list.keeper, list.rows, list.offers, list.hosts), (ListKeeper::Skypilot, 3, 2, 1));
    let [first, second] = &offers[..] else { panic!("{offers:?}") };
    assert_eq!((first.provider.as_deref(), first.region.as_deref()), (Some("aws"), Some("us-east-1 use1-az2")));
    assert_eq!((first.accelerators.to_string().as_str(), first.covers), ("8", OfferCovers::Instance));
    let each = first.per_accelerator_hour();
    assert_eq!((price(each.on_demand), price(each.spot)), (Some("6.88".to_owned()), Some("2.6".to_owned())));
    assert_eq!(first.listed, OfferListed::Read { list: 0, line: 3 });
    // blank is not zero
    assert_eq!((second.per_hour.spot, second.as_of.as_deref()), (None, None));
    assert!(first.kinds.as_ref().is_some_and(|kinds| kinds.has("H100-80GB-SXM5")));
}

/// Google Cloud's accelerators have no instance: their price excludes the host. A slice of TPUs includes its host and is
/// counted in chips: v6e-16 has 16, at 43.2 / 16 = 2.7 each; v5p-8 is eight cores on 4 chips.
#[test]
fn accelerators_without_an_instance_exclude_their_host_except_tpus() {
    let text = "\
InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice
a2-highgpu-1g,12.0,85.0,,,,us-central1,us-central1-a,0.73948,0.29576
,,,A100,1.0,A100,us-central1,us-central1-a,2.933908,1.1736
,,,tpu-v6e-16,1,tpu-v6e-16,us-east1,us-east1-d,43.2,10.37331
,,,tpu-v5p-8,1,tpu-v5p-8,us-east5,us-east5-a,16.8,
";
    let (list, offers) = read("gcp/vms.csv", text).unwrap();
    assert_eq!((list.rows, list.hosts), (4, 1));
    let printed: Vec<_> = offers
        .iter()
        .map(|offer| {
            let each = price(offer.per_accelerator_hour().on_demand).unwrap();
            (offer.accelerator.as_str(), offer.accelerators.to_string(), each, offer.covers)
        })
        .collect();
    let expected = [
        ("A100", "1", "2.933908", OfferCovers::AcceleratorsAlone),
        ("TPU v6e", "16", "2.7", OfferCovers::Instance),
        ("TPU v5p", "4", "4.2", OfferCovers::Instance),
    ];
    assert_eq!(printed, expected.map(|(name, count, each, covers)| (name, count.to_owned(), each.to_owned(), covers)));
    assert_eq!(offers[1].kinds.as_ref().map(|kinds| &*kinds.accelerators()[0].name), Some("TPU-v6e"));
}

#[test]
fn a_catalog_that_gpuhunt_writes_is_read() {
    let Some(python) = tool("python", "no catalog is written by gpuhunt") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gcp.csv");
    let wrote = Command::new(python).arg("tests/price_lists/gpuhunt_writes.py").arg(&path).output().unwrap();
    assert!(wrote.status.success(), "{}", String::from_utf8_lossy(&wrote.stderr));
    let dated = format!("2026-11-20={}", path.display());
    let request =
        ["catalog", "us-", "--kind", "rentals", "--today", "2026-11-23", "--format", "json", "--read", &dated];
    let report = run(Path::new("."), &request).report();
    let list = &report["lists"][0];
    assert_eq!((&list["keeper"], &list["rows"], &list["hosts"]), (&json!("gpuhunt"), &json!(5), &json!(1)));
    let read: Vec<&Value> = report["rentals"].as_array().unwrap().iter().filter(|row| !row["list"].is_null()).collect();
    let fields = |row: &Value| {
        let hourly = &row["per_accelerator_hour"];
        json!([
            row["provider"],
            row["accelerator"],
            row["accelerators"],
            hourly["on_demand"],
            hourly["spot"],
            row["line"],
            row["age_days"]
        ])
    };
    let mut printed: Vec<Value> = read.into_iter().map(fields).collect();
    printed.sort_by_key(|row| row[5].as_u64());
    // 88.5 / 8; 25.25 / 8; 16.8 / 4; 42 / 4
    let expected = json!([
        ["gcp", "H100 80GB", 8, 11.0625, null, 2, 3],
        ["gcp", "H100 80GB", 8, null, 3.15625, 3, 3],
        ["gcp", "TPU v5p", 4, 4.2, null, 5, 3],
        ["gcp", "GB200 186GB", 4, 10.5, null, 6, 3],
    ]);
    assert_eq!(Value::from(printed), expected);
}

/// Catalogs from before the columns `gpu_vendor`, `flags` and `cpu_arch`, which gpuhunt itself still reads.
#[test]
fn an_older_catalog_of_gpuhunt_is_read() {
    let text = "\
instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size
v2-8,us-central1,4.5,0,0,1,tpu-v2-8,0.0,False,
g5.xlarge,us-east-1,0.4,4,16.0,1,A10G,24.0,True,
";
    let (list, offers) = read("aws.csv", text).unwrap();
    assert_eq!((list.keeper, offers[0].accelerators.to_string().as_str()), (ListKeeper::Gpuhunt, "4"));
    assert_eq!((price(offers[1].per_hour.spot), offers[1].per_hour.on_demand), (Some("0.4".to_owned()), None));
    assert_eq!(offers[1].provider.as_deref(), Some("aws"));
}

/// Prices per accelerator apply to an instance of eight: 8 · 2.1 = 16.8.
#[test]
fn a_custom_list_has_prices_per_instance_or_per_accelerator() {
    let text = "\u{feff}\
provider,instance,accelerator,accelerators,currency,on_demand_per_accelerator_hour,on_demand_per_instance_hour,as_of
alpha,8x,H100 SXM,8,EUR,2.1,,2026-11-01
beta,8x,H100 SXM,8,USD,,24,
beta,cpu,,,USD,,1,
";
    let (list, offers) = read("quotes.csv", text).unwrap();
    assert_eq!((list.keeper, list.offers, list.hosts), (ListKeeper::Own, 2, 1));
    assert_eq!((price(offers[0].per_hour.on_demand), offers[0].currency.as_str()), (Some("16.8".to_owned()), "EUR"));
    assert_eq!((offers[0].as_of.as_deref(), offers[1].as_of.as_deref()), (Some("2026-11-01"), None));
    // by hand: printf … | sha256sum
    assert_eq!(list.sha256.len(), 64);
    let of_the_file = ListRequest { number: 0, name: "q", path: "q", as_of: Date::parse("2026-11-10").ok() };
    let mut days = Vec::new();
    read_list(&mut text.as_bytes(), of_the_file, &mut |offer| days.push(offer.as_of.unwrap())).unwrap();
    assert_eq!(days, ["2026-11-01", "2026-11-10"]);
}

#[test]
fn each_invalid_row_is_reported_at_its_line() {
    let own =
        "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,spot_per_accelerator_hour\n";
    let of = |rows: &str| refused(&format!("{own}{rows}"));
    let expected = [
        (
            "a,8x,H100,8,USD,abc,\n",
            "list.csv:2: `on_demand_per_instance_hour` is `abc`; write a number such as 12.34, or leave it blank",
        ),
        ("a,8x,H100,8,USD,-1,\n", "list.csv:2: `on_demand_per_instance_hour` is `-1`, which is negative"),
        (
            "a,8x,H100,8,USD,1,2\n",
            "list.csv:2: `on_demand_per_instance_hour` is given together with a price per accelerator; use one of the two in a row",
        ),
        ("a,8x,H100,8,USD,,\n", "list.csv:2: `on_demand_per_instance_hour` and all other prices are blank"),
        (
            "a,8x,H100,,USD,1,\n",
            "list.csv:2: `accelerators` must be the number of `H100` that the price covers, and is blank or 0",
        ),
        (
            "a,8x,H100,8,$,1,\n",
            "list.csv:2: `currency` is `$`, which is not an ISO 4217 currency code; did you mean USD?",
        ),
        (
            "a,8x,H100,8,USD\n",
            "list.csv:2: it has 5 cells for 7 columns; write a comma for every blank cell, and close all quotes",
        ),
        ("a,8x,H100,8,USD,1,234,\n", "list.csv:2: it has 8 cells for 7 columns; put text with a comma in quotes"),
    ];
    for (rows, printed) in expected {
        assert_eq!(of(rows), [printed], "{rows}");
    }
    // all rows are read, and the first twenty errors are reported
    let many = of(&"a,8x,H100,8,USD,x,\n".repeat(25));
    assert_eq!((many.len(), many.last().map(String::as_str)), (21, Some("5 more")));
    assert_eq!(
        refused("InstanceType,AcceleratorName,AcceleratorCount,Price,Region\np5,H100,,1,us\n"),
        ["list.csv:2: `AcceleratorCount` is blank or 0, but `AcceleratorName` is not"]
    );
    assert_eq!(
        refused("instance_name,location,price,gpu_count,gpu_name,spot\na,b,1,1,H100,maybe\n"),
        ["list.csv:2: `spot` is neither `True` nor `False`"]
    );
}

#[test]
fn other_files_are_refused_by_their_header() {
    let expected = [
        ("", "it is empty"),
        ("a;b;c\n1;2;3\n", "its columns are not separated by commas; save it as CSV with commas"),
        (
            "InstanceType,AcceleratorName,AcceleratorCount,Region\n",
            "its header lacks the column `Price` of a SkyPilot catalog",
        ),
        (
            "Provider,instance,accelerator,accelerators,curency,on_demand_per_instance_hour\n",
            "its header lacks the columns `provider` and `currency` of a custom list; is `Provider` meant to be `provider`?",
        ),
        (
            "provider,instance,accelerator,accelerators,currency,price\n",
            "its header has the unknown column `price`; price columns are `on_demand_per_instance_hour`, \
             `spot_per_instance_hour`, `committed_1_year_per_instance_hour`, `committed_3_years_per_instance_hour`, \
             `on_demand_per_accelerator_hour`, `spot_per_accelerator_hour`, `committed_1_year_per_accelerator_hour` and \
             `committed_3_years_per_accelerator_hour`",
        ),
        ("provider,provider\n", "its header has the column `provider` twice"),
        (
            "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hr\n",
            "its header has the unknown column `on_demand_per_instance_hr`; did you mean `on_demand_per_instance_hour`?",
        ),
    ];
    for (text, printed) in expected {
        assert_eq!(refused(text), [printed], "{text}");
    }
    assert!(refused("{\"json\": true}\n")[0].starts_with("unrecognised format: its header is not that of a SkyPilot"));
    // an unclosed quote, and bytes that are not valid text
    let open = "InstanceType,AcceleratorName,AcceleratorCount,Price,Region\n\"p5,H100,8,1,us\n";
    assert_eq!(
        refused(open),
        ["list.csv:2: it has 1 cell for 5 columns; write a comma for every blank cell, and close all quotes"]
    );
}

/// Ten thousand rows and more are read as a stream: unsuitable ones are not kept.
#[test]
fn a_long_list_is_read_in_a_stream() {
    let row = "p5.48xlarge,H100,8.0,192.0,2048.0,,55.04,20.8,us-east-1,use1-az2\n";
    let header = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n";
    let mut seen = 0;
    let text = format!("{header}{}", row.repeat(20_000));
    let request = ListRequest { number: 0, name: "vms.csv", path: "aws/vms.csv", as_of: None };
    let list = read_list(&mut text.as_bytes(), request, &mut |_| seen += 1).unwrap();
    assert_eq!((seen, list.rows, list.offers), (20_000, 20_000, 20_000));
}

#[test]
fn no_result_overwrites_a_price_list() {
    let folder = tempfile::tempdir().unwrap();
    let text = "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour\na,8x,H100,8,USD,20\n";
    fs::write(folder.path().join("quotes.csv"), text).unwrap();
    let ran = run(folder.path(), &["catalog", "h100", "--read", "quotes.csv", "--output", "quotes.csv"]);
    assert_eq!(
        (ran.status, ran.errors.as_str()),
        (2, "error: quotes.csv is an input of this command; write to another file\n")
    );
    assert_eq!(fs::read_to_string(folder.path().join("quotes.csv")).unwrap(), text);
}
