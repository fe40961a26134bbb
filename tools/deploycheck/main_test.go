package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const examples = "../../deploy"

func TestRun_AcceptsTheExamples(t *testing.T) {
	t.Parallel()
	findings, err := run(t.Context(), examples)
	if err != nil || len(findings) > 0 {
		t.Errorf("findings %q, %v", findings, err)
	}
}

func TestRun_NeedsEachKindOfFile(t *testing.T) {
	t.Parallel()
	if findings, err := run(t.Context(), t.TempDir()); err == nil {
		t.Errorf("an empty folder has the findings %q", findings)
	}
}

// TestRun_ReportsMistakes changes one example at a time.
func TestRun_ReportsMistakes(t *testing.T) {
	t.Parallel()
	for name, mistake := range map[string]struct{ file, old, new, finding string }{
		"casing of a keyword":         {"docker/Dockerfile", " AS pages", " as pages", "FromAsCasing"},
		"command in shell form":       {"docker/Dockerfile", `ENTRYPOINT ["linnet"]`, "ENTRYPOINT linnet", "JSONArgsRecommended"},
		"unknown instruction":         {"docker/Dockerfile", "USER linnet", "USR linnet", "unknown instruction"},
		"unknown attribute":           {"docker/compose.yaml", "stop_grace_period", "grace_period", "grace_period"},
		"dependency without service":  {"docker/compose.nodes.yaml", "depends_on: [node1,", "depends_on: [node0,", "node0"},
		"file that is not there":      {"docker/compose.nodes.yaml", "nodes/haproxy.cfg:", "haproxy-nodes.cfg:", "no such file"},
		"variable without a value":    {"docker/compose.nodes.yaml", "${LINNET_SECRET_KEY:", "${SECRET_KEY:", "SECRET_KEY"},
		"unknown field":               {"kubernetes/nodes.yaml", "replicas: 3", "replica: 3", `unknown field "spec.replica"`},
		"selector without pods":       {"kubernetes/one-node.yaml", "    matchLabels:\n      app: linnet", "    matchLabels:\n      app: other", "does not match the labels of its template"},
		"invalid size":                {"kubernetes/databases.yaml", "storage: 200Gi", "storage: -1", "must be greater than zero"},
		"claim without room":          {"kubernetes/one-node.yaml", "storage: 20Gi", "storage: 0", "PersistentVolumeClaim linnet: storage must be"},
		"selector of every pod":       {"kubernetes/one-node.yaml", "selector:\n    matchLabels:\n      app: linnet", "selector: {}", "does not match the labels of its template"},
		"empty folder without room":   {"kubernetes/databases.yaml", "sizeLimit: 256Mi", "sizeLimit: 0", "sizeLimit must be greater than zero"},
		"limit of zero":               {"kubernetes/one-node.yaml", "limits:\n              memory: 2Gi", "limits:\n              cpu: 0", "the limit of cpu must be"},
		"limit below the request":     {"kubernetes/nodes.yaml", "memory: 512Mi", "memory: 512Gi", "the limit of memory is below"},
		"mount without volume":        {"kubernetes/nodes.yaml", "- name: tmp\n              mountPath", "- name: temp\n              mountPath", "no volume temp"},
		"disruption of no pod":        {"kubernetes/nodes.yaml", "maxUnavailable: 1\n  selector:\n    matchLabels:\n      app: linnet", "maxUnavailable: 1\n  selector:\n    matchLabels:\n      app: other", "selects no pod"},
		"service without pods":        {"kubernetes/databases.yaml", "selector:\n    app: clickhouse", "selector:\n    app: clicks", "selects no pod"},
		"port that the pod lacks":     {"kubernetes/nodes.yaml", "port: 80\n      targetPort: http", "port: 80\n      targetPort: web", "no port web"},
		"port without a target":       {"kubernetes/nodes.yaml", "port: 80\n      targetPort: http", "port: 80", "no port 80"},
		"service of another name":     {"kubernetes/nodes.yaml", "serviceName: linnet-nodes", "serviceName: linnet", "no headless service linnet"},
		"ingress without a service":   {"kubernetes/one-node.yaml", "service:\n                name: linnet", "service:\n                name: other", "no service other"},
		"variable before its meaning": {"kubernetes/nodes.yaml", "$(POSTGRES_PASSWORD)", "$(PASSWORD)", "PASSWORD is used before it is defined"},
		"claim that is not there":     {"kubernetes/one-node.yaml", "claimName: linnet", "claimName: other", "no volume claim other"},
		"settings that are not there": {"kubernetes/nodes.yaml", "configMapRef:\n                name: linnet", "configMapRef:\n                name: other", "no config map other"},
		"probe of a missing port":     {"kubernetes/databases.yaml", "path: /ping\n              port: http", "path: /ping\n              port: web", "no port web for a probe"},
		"object of an unknown kind":   {"kubernetes/one-node.yaml", "kind: Service\n", "kind: Servicing\n", "Servicing"},
		"object without a check":      {"kubernetes/one-node.yaml", "kind: ConfigMap\n", "kind: Namespace\nmetadata:\n  name: linnet\n---\napiVersion: v1\nkind: ConfigMap\n", "Namespace linnet: objects of this kind"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "deploy")
			if err := os.CopyFS(folder, os.DirFS(examples)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(folder, mistake.file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), mistake.old) {
				t.Fatalf("%s does not contain %q", mistake.file, mistake.old)
			}
			changed := strings.Replace(string(text), mistake.old, mistake.new, 1)
			if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
			findings, err := run(t.Context(), folder)
			if err != nil {
				t.Fatal(err)
			}
			if all := strings.Join(findings, "\n"); len(findings) == 0 || !strings.Contains(all, mistake.finding) {
				t.Errorf("the findings are %q", all)
			}
		})
	}
}
