//! What metrics of clusters count, by their names.

use super::asked::Counting;
use super::slice::Slice;

/// A metric with what a value of it is.
#[derive(Debug)]
pub(super) struct Metric {
    name: &'static str,
    pub(super) counting: Counting,
    pub(super) unit: MetricUnit,
}

/// What a value of one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetricUnit {
    /// How much of one accelerator, in hundredths.
    Percent,
    /// How much of one accelerator.
    Share,
    /// A number of accelerators.
    Accelerators,
}

impl MetricUnit {
    /// What a value is divided by to be accelerators.
    pub(super) const fn divisor(self) -> u32 {
        match self {
            MetricUnit::Percent => 100,
            MetricUnit::Share | MetricUnit::Accelerators => 1,
        }
    }

    /// The most that a value may be, where it is of one accelerator.
    pub(super) const fn most(self) -> Option<u32> {
        match self {
            MetricUnit::Percent => Some(100),
            MetricUnit::Share => Some(1),
            MetricUnit::Accelerators => None,
        }
    }
}

/// Those of the DCGM exporter, kube-state-metrics, OpenCost, the exporter of nvidia-smi, and an exporter of Slurm.
const METRICS: [Metric; 7] = [
    Metric { name: "DCGM_FI_DEV_GPU_UTIL", counting: Counting::Busy, unit: MetricUnit::Percent },
    Metric { name: "DCGM_FI_PROF_GR_ENGINE_ACTIVE", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: "DCGM_FI_PROF_SM_ACTIVE", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: "nvidia_smi_utilization_gpu_ratio", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: REQUESTS, counting: Counting::Requested, unit: MetricUnit::Accelerators },
    Metric { name: "container_gpu_allocation", counting: Counting::Allocated, unit: MetricUnit::Accelerators },
    Metric { name: "slurm_gpus_alloc", counting: Counting::Allocated, unit: MetricUnit::Accelerators },
];

/// What containers ask for, of all resources.
pub(super) const REQUESTS: &str = "kube_pod_container_resource_requests";

/// Resources of Kubernetes that are whole accelerators, as its metrics write them.
const RESOURCES: [&str; 8] = [
    "nvidia_com_gpu",
    "amd_com_gpu",
    "habana_ai_gaudi",
    "google_com_tpu",
    "aws_amazon_com_neuron",
    "gpu_intel_com_i915",
    "gpu_intel_com_xe",
    "huawei_com_Ascend910",
];

impl Metric {
    /// A metric by its name.
    pub(super) fn named(name: &str) -> Option<&'static Metric> {
        METRICS.iter().find(|metric| metric.name == name)
    }

    /// The names of all of them.
    pub(super) fn names() -> String {
        METRICS.map(|metric| metric.name).join(", ")
    }
}

/// What one of a resource of Kubernetes is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ResourceKind {
    /// An accelerator.
    Whole,
    /// A slice of one, as `nvidia.com/mig-1g.10gb`.
    Sliced(Slice),
    /// A share of one's time, as `nvidia.com/gpu.shared`; nothing says how large it is.
    Shared,
    /// No accelerator.
    Other,
}

impl ResourceKind {
    /// That of a resource, as the metrics of Kubernetes write its name.
    pub(super) fn named(resource: &str) -> ResourceKind {
        let name = resource.to_ascii_lowercase();
        let is_known = |name: &str| RESOURCES.iter().any(|known| name.eq_ignore_ascii_case(known));
        let mig = |name: &str| name.starts_with("nvidia_com_mig_").then(|| Slice::named_in(name, None)).flatten();
        if let Some(of) = name.strip_suffix("_shared") {
            return if is_known(of) || mig(of).is_some() { ResourceKind::Shared } else { ResourceKind::Other };
        }
        match mig(&name) {
            Some(slice) => ResourceKind::Sliced(slice),
            None if is_known(&name) => ResourceKind::Whole,
            None => ResourceKind::Other,
        }
    }
}
