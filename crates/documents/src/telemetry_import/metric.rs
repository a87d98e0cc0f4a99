//! Known metrics of clusters, by name.

use super::request::Counting;
use super::slice::Slice;

/// Metric with the unit of its values.
#[derive(Debug)]
pub(super) struct Metric {
    name: &'static str,
    pub(super) counting: Counting,
    pub(super) unit: MetricUnit,
}

/// Unit of a metric's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetricUnit {
    /// Percent of one accelerator.
    Percent,
    /// Share of one accelerator.
    Share,
    /// Number of accelerators.
    Accelerators,
}

impl MetricUnit {
    /// Divisor that converts a value to accelerators.
    pub(super) const fn divisor(self) -> u32 {
        match self {
            MetricUnit::Percent => 100,
            MetricUnit::Share | MetricUnit::Accelerators => 1,
        }
    }

    /// Largest value, if it is of one accelerator.
    pub(super) const fn most(self) -> Option<u32> {
        match self {
            MetricUnit::Percent => Some(100),
            MetricUnit::Share => Some(1),
            MetricUnit::Accelerators => None,
        }
    }
}

/// Metrics of the DCGM exporter, kube-state-metrics, OpenCost, the nvidia-smi exporter and a Slurm exporter.
const METRICS: [Metric; 7] = [
    Metric { name: "DCGM_FI_DEV_GPU_UTIL", counting: Counting::Busy, unit: MetricUnit::Percent },
    Metric { name: "DCGM_FI_PROF_GR_ENGINE_ACTIVE", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: "DCGM_FI_PROF_SM_ACTIVE", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: "nvidia_smi_utilization_gpu_ratio", counting: Counting::Busy, unit: MetricUnit::Share },
    Metric { name: REQUESTS, counting: Counting::Requested, unit: MetricUnit::Accelerators },
    Metric { name: "container_gpu_allocation", counting: Counting::Allocated, unit: MetricUnit::Accelerators },
    Metric { name: "slurm_gpus_alloc", counting: Counting::Allocated, unit: MetricUnit::Accelerators },
];

/// Requests of containers, for all resources.
pub(super) const REQUESTS: &str = "kube_pod_container_resource_requests";

/// Kubernetes resources that are whole accelerators, as metrics spell them.
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
    /// Metric by name.
    pub(super) fn named(name: &str) -> Option<&'static Metric> {
        METRICS.iter().find(|metric| metric.name == name)
    }

    /// Names of all metrics.
    pub(super) fn names() -> String {
        METRICS.map(|metric| metric.name).join(", ")
    }
}

/// Kind of a Kubernetes resource.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ResourceKind {
    /// Whole accelerator.
    Whole,
    /// Slice of an accelerator, such as `nvidia.com/mig-1g.10gb`.
    Sliced(Slice),
    /// Time share of an accelerator, such as `nvidia.com/gpu.shared`; its size is unknown.
    Shared,
    /// Not an accelerator.
    Other,
}

impl ResourceKind {
    /// Kind of a resource, as Kubernetes metrics spell its name.
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
