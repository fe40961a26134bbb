module linnet/tools/deploycheck

go 1.26.0

require (
	github.com/compose-spec/compose-go/v2 v2.16.2
	github.com/moby/buildkit v0.27.1
	github.com/opencontainers/go-digest v1.0.0
	k8s.io/api v0.36.2
	k8s.io/apimachinery v0.36.2
)

require (
	github.com/agext/levenshtein v1.2.3 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/containerd/containerd/v2 v2.2.1 // indirect
	github.com/containerd/errdefs v1.0.0 // indirect
	github.com/containerd/log v0.1.0 // indirect
	github.com/containerd/platforms v1.0.0-rc.2 // indirect
	github.com/containerd/ttrpc v1.2.7 // indirect
	github.com/containerd/typeurl/v2 v2.2.3 // indirect
	github.com/distribution/reference v0.6.0 // indirect
	github.com/docker/go-connections v0.4.0 // indirect
	github.com/docker/go-units v0.5.0 // indirect
	github.com/felixge/httpsnoop v1.0.4 // indirect
	github.com/fxamacker/cbor/v2 v2.9.0 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/go-viper/mapstructure/v2 v2.4.0 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/google/shlex v0.0.0-20191202100458-e7afc7fbc510 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/in-toto/in-toto-golang v0.9.0 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/klauspost/compress v1.18.3 // indirect
	github.com/mattn/go-shellwords v1.0.12 // indirect
	github.com/moby/docker-image-spec v1.3.1 // indirect
	github.com/moby/locker v1.0.1 // indirect
	github.com/moby/patternmatcher v0.6.0 // indirect
	github.com/moby/sys/signal v0.7.1 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.3-0.20250322232337-35a7c28c31ee // indirect
	github.com/opencontainers/image-spec v1.1.1 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/planetscale/vtprotobuf v0.6.1-0.20240319094008-0393e58bdf10 // indirect
	github.com/prometheus/procfs v0.19.2 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.1 // indirect
	github.com/secure-systems-lab/go-securesystemslib v0.9.1 // indirect
	github.com/shibumi/go-pathspec v1.3.0 // indirect
	github.com/sirupsen/logrus v1.10.1 // indirect
	github.com/tonistiigi/dchapes-mode v0.0.0-20250318174251-73d941a28323 // indirect
	github.com/tonistiigi/fsutil v0.0.0-20251211185533-a2aa163d723f // indirect
	github.com/tonistiigi/go-csvvalue v0.0.0-20240814133006-030d3b2625d0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	github.com/xhit/go-str2duration/v2 v2.1.0 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc v0.65.0 // indirect
	go.opentelemetry.io/contrib/instrumentation/net/http/httptrace/otelhttptrace v0.63.0 // indirect
	go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp v0.65.0 // indirect
	go.opentelemetry.io/otel v1.41.0 // indirect
	go.opentelemetry.io/otel/metric v1.41.0 // indirect
	go.opentelemetry.io/otel/sdk v1.40.0 // indirect
	go.opentelemetry.io/otel/trace v1.41.0 // indirect
	go.yaml.in/yaml/v2 v2.4.3 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.4 // indirect
	golang.org/x/crypto v0.47.0 // indirect
	golang.org/x/net v0.49.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/sys v0.40.0 // indirect
	golang.org/x/text v0.33.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260128011058-8636f8732409 // indirect
	google.golang.org/grpc v1.79.3 // indirect
	google.golang.org/protobuf v1.36.12-0.20260120151049-f2248ac996af // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/kube-openapi v0.0.0-20260317180543-43fb72c5454a // indirect
	k8s.io/utils v0.0.0-20260210185600-b8788abfbbc2 // indirect
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
	sigs.k8s.io/randfill v1.0.0 // indirect
	sigs.k8s.io/structured-merge-diff/v6 v6.3.2 // indirect
	sigs.k8s.io/yaml v1.6.0 // indirect
)

replace k8s.io/api => k8s.io/api v0.36.2

replace k8s.io/apiextensions-apiserver => k8s.io/apiextensions-apiserver v0.36.2

replace k8s.io/apimachinery => k8s.io/apimachinery v0.36.2

replace k8s.io/apiserver => k8s.io/apiserver v0.36.2

replace k8s.io/cli-runtime => k8s.io/cli-runtime v0.36.2

replace k8s.io/client-go => k8s.io/client-go v0.36.2

replace k8s.io/cloud-provider => k8s.io/cloud-provider v0.36.2

replace k8s.io/cluster-bootstrap => k8s.io/cluster-bootstrap v0.36.2

replace k8s.io/code-generator => k8s.io/code-generator v0.36.2

replace k8s.io/component-base => k8s.io/component-base v0.36.2

replace k8s.io/component-helpers => k8s.io/component-helpers v0.36.2

replace k8s.io/controller-manager => k8s.io/controller-manager v0.36.2

replace k8s.io/cri-api => k8s.io/cri-api v0.36.2

replace k8s.io/cri-client => k8s.io/cri-client v0.36.2

replace k8s.io/cri-streaming => k8s.io/cri-streaming v0.36.2

replace k8s.io/csi-translation-lib => k8s.io/csi-translation-lib v0.36.2

replace k8s.io/dynamic-resource-allocation => k8s.io/dynamic-resource-allocation v0.36.2

replace k8s.io/endpointslice => k8s.io/endpointslice v0.36.2

replace k8s.io/externaljwt => k8s.io/externaljwt v0.36.2

replace k8s.io/kms => k8s.io/kms v0.36.2

replace k8s.io/kube-aggregator => k8s.io/kube-aggregator v0.36.2

replace k8s.io/kube-controller-manager => k8s.io/kube-controller-manager v0.36.2

replace k8s.io/kube-proxy => k8s.io/kube-proxy v0.36.2

replace k8s.io/kube-scheduler => k8s.io/kube-scheduler v0.36.2

replace k8s.io/kubectl => k8s.io/kubectl v0.36.2

replace k8s.io/kubelet => k8s.io/kubelet v0.36.2

replace k8s.io/metrics => k8s.io/metrics v0.36.2

replace k8s.io/mount-utils => k8s.io/mount-utils v0.36.2

replace k8s.io/pod-security-admission => k8s.io/pod-security-admission v0.36.2

replace k8s.io/sample-apiserver => k8s.io/sample-apiserver v0.36.2

replace k8s.io/streaming => k8s.io/streaming v0.36.2
