//go:build unix

package cli

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/sealed"
	"linnet/internal/testkit"
)

// TestDeploy_ProxiesUseTheNodesThatAnswer runs each proxy before three addresses of nodes,
// one of which is lost from the beginning. Visits are answered without ClickHouse, when
// /readyz fails on all nodes, at once after a node has stopped, and after another one was
// killed.
func TestDeploy_ProxiesUseTheNodesThatAnswer(t *testing.T) {
	t.Parallel()
	pair, fronts := startProxiedPair(t)
	for name, front := range fronts {
		eventually(t, func() string {
			if status, body := read(front.client, front.origin+"/api/v1/ip"); status != http.StatusOK || !strings.Contains(body, `"127.0.0.5"`) {
				return fmt.Sprintf("the address of a visitor of %s: %d %s", name, status, body)
			}
			return ""
		})
	}
	link, err := os.ReadFile(filepath.Join(pair.folders[0], "setup-code"))
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(strings.TrimSpace(string(link)), "#code=")
	fronts["nginx"].signUp(code)
	fronts["nginx"].call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	answers := func(name string) string {
		if status, _, err := fronts[name].visit("/a"); err != nil || status != http.StatusFound {
			return fmt.Sprintf("%s answers %d %v", name, status, err)
		}
		return ""
	}
	everyVisit := func(when string) {
		t.Helper()
		var visits sync.WaitGroup
		for name := range fronts {
			visits.Go(func() {
				tick := time.NewTicker(10 * time.Millisecond) // ten checks of health during all visits
				defer tick.Stop()
				for range 100 {
					<-tick.C
					if problem := answers(name); problem != "" {
						t.Errorf("%s: %s", when, problem)
						return
					}
				}
			})
		}
		visits.Wait()
	}
	eachAnswers := func() {
		t.Helper()
		for name := range fronts {
			eventually(t, func() string { return answers(name) })
		}
	}
	readiness := func(want int) {
		t.Helper()
		for _, addr := range pair.addrs {
			eventually(t, func() string {
				if status, body := readyAnswer(t, "http://"+addr); status != want {
					return fmt.Sprintf("/readyz answers %d: %s", status, body)
				}
				return ""
			})
		}
	}
	eachAnswers()
	everyVisit("with two of three nodes")

	pair.clickHouse.Kill()
	readiness(http.StatusServiceUnavailable)
	everyVisit("without ClickHouse")
	pair.clickHouse.Restart(t)
	readiness(http.StatusOK)

	pair.stop(1)
	everyVisit("after a node has stopped")
	pair.launch(1, "/healthz")
	pair.kill(0)
	eachAnswers()
	everyVisit("after a node was killed")
}

// startProxiedPair starts two nodes at the addresses 127.0.0.11 and 127.0.0.12, as the
// examples describe them, and each proxy before them and 127.0.0.13. It returns a client
// of each proxy.
func startProxiedPair(t *testing.T) (*nodePair, map[string]*person) {
	t.Helper()
	pair := newNodePair(t, testkit.MigratedPostgres(t))
	plain, secure := port(testkit.FreeAddr(t)), port(testkit.FreeAddr(t))
	certs := t.TempDir()
	cert, roots := testkit.Certificate(t, exampleHost)
	testkit.WriteCertificate(t, certs, "front", cert)
	pair.publicURL = "https://" + exampleHost
	for i := range pair.addrs {
		address := fmt.Sprint("127.0.0.1", i+1)
		pair.addrs[i] = address + ":" + plain
		pair.own[i] = []string{
			"--trusted-proxies", "127.0.0.1/32",
			"--tls", "files", "--tls-certs", certs, "--tls-addr", address + ":" + secure,
		}
		pair.launch(i, "/healthz")
	}
	fronts := map[string]*person{}
	for name, run := range map[string]func(p proxied){
		"Caddy": func(p proxied) {
			caddy(t, p, "proxies/nodes/Caddyfile", "172.30.0.1", "127.0.0.1", ":8080", ":"+plain, "health_interval 2s", "health_interval 100ms")
		},
		"nginx": func(p proxied) {
			nginx(t, p, "proxies/nodes/nginx.conf", "172.30.0.1", "127.0.0.1", ":8080", ":"+plain)
		},
		"HAProxy": func(p proxied) {
			haproxy(t, p, "proxies/nodes/haproxy.cfg", "172.30.0.1", "127.0.0.1", ":8080", ":"+plain, "port 8080", "port "+plain, ":8443", ":"+secure,
				"inter 2s", "inter 100ms")
		},
	} {
		p := newFront(t, certs)
		run(p)
		client := visitors(p.front, roots)
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		client.Transport.(*http.Transport).DisableKeepAlives = true // each visit is balanced anew
		fronts[name] = &person{t: t, origin: "https://" + exampleHost, client: client}
	}
	return pair, fronts
}

// TestDeploy_SettingsAreValid starts a command with the settings of each example.
func TestDeploy_SettingsAreValid(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	setting := regexp.MustCompile(`(?m)^(?: +| +- name: |Environment=|#?)(LINNET_[A-Z_]+)(?:: *|=|\n +value: )(.+)$`)
	secret := regexp.MustCompile(`\$\{\w+:[^}]*\}|\$\(\w+\)`)
	for _, name := range []string{
		"docker/compose.yaml", "docker/compose.postgres.yaml", "docker/compose.nodes.yaml",
		"kubernetes/one-node.yaml", "kubernetes/nodes.yaml", "systemd/linnet.service", "packages/linnet.env",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := []string{asProgram + "=1"}
			found := setting.FindAllStringSubmatch(example(t, name), -1)
			for _, s := range found {
				value := secret.ReplaceAllLiteralString(strings.Trim(s[2], `"`), "secret")
				if s[1] == "LINNET_SECRET_KEY" {
					value = sealed.New().Text()
				}
				env = append(env, s[1]+"="+value)
			}
			if len(found) < 3 {
				t.Fatalf("%d settings were found", len(found))
			}
			folder := filepath.Join(t.TempDir(), "missing")
			command := exec.CommandContext(t.Context(), self, "doctor")
			command.Env = append(append(os.Environ(), env...), "LINNET_DATA="+folder)
			output, err := command.CombinedOutput()
			if command.ProcessState.ExitCode() != 1 || !strings.Contains(string(output), folder+" does not exist") {
				t.Errorf("doctor with %v: %v\n%s", env, err, output)
			}
		})
	}
}
