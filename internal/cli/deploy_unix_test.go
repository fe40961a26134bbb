//go:build unix

package cli

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// deployFolder holds the examples for operators.
const deployFolder = "../../deploy"

const exampleHost = "links.example.com"

// example returns a file of the deploy folder with replacements: old, new, old, new …
// Each old text must occur.
func example(t *testing.T, name string, replacements ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(deployFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for pair := range slices.Chunk(replacements, 2) {
		if !strings.Contains(text, pair[0]) {
			t.Fatalf("%s does not contain %q", name, pair[0])
		}
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	return text
}

// runProgram runs an installed program, which scripts/setup provides, until the test ends.
func runProgram(t *testing.T, program string, env []string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + program) // not in the PATH of every user
	}
	if err != nil {
		t.Fatalf("%s is missing; scripts/setup installs it", program)
	}
	command := exec.Command(path, args...)
	output := &syncBuffer{}
	command.Stdout, command.Stderr, command.Env = output, output, append(os.Environ(), env...)
	command.WaitDelay = 30 * time.Second
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM) // a killed nginx leaves its workers
		_ = command.Wait()
		if t.Failed() {
			t.Log(output)
		}
	})
}

// visitors returns a client with the address 127.0.0.5 that opens every connection
// to addr.
func visitors(addr string, roots *x509.CertPool) *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: exampleHost, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.0.5")}}
			return from.DialContext(ctx, network, addr)
		},
	}}
}

// read returns the status and the body of a response, or the error.
func read(client *http.Client, address string) (int, string) {
	response, err := client.Get(address)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(body)
}

func TestDeploy_ProxiesForwardTheVisitor(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(t *testing.T, p proxied){
		"Caddy": func(t *testing.T, p proxied) { caddy(t, p, "proxies/Caddyfile", "127.0.0.1:8080", p.plain) },
		"nginx": func(t *testing.T, p proxied) { nginx(t, p, "proxies/nginx.conf", "127.0.0.1:8080", p.plain) },
		"HAProxy": func(t *testing.T, p proxied) {
			haproxy(t, p, "proxies/haproxy.cfg", "127.0.0.1:8080", p.plain, "127.0.0.1:8443", p.secure)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, roots := newProxied(t)
			run(t, p)
			client := visitors(p.front, roots)
			eventually(t, func() string {
				status, body := read(client, "https://"+exampleHost+"/api/v1/ip")
				if status != http.StatusOK || !strings.Contains(body, `"127.0.0.5"`) {
					return fmt.Sprintf("%d %s", status, body)
				}
				return ""
			})
			response, err := client.Get("https://" + exampleHost + "/login")
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusOK || response.Header.Get("Strict-Transport-Security") == "" {
				t.Errorf("the page over TLS: %s, %v", response.Status, response.Header)
			}
		})
	}
}

// caddy runs Caddy with an example, in which it replaces its address and certificate, and
// the texts given: old, new, old, new …
func caddy(t *testing.T, p proxied, name string, replacements ...string) {
	t.Helper()
	text := example(t, name, append([]string{
		exampleHost + " {", fmt.Sprintf("https://%s:%s {\n\tbind 127.0.0.1\n\ttls %s %s", exampleHost, port(p.front), p.chain, p.key),
	}, replacements...)...)
	file := p.write(t, "Caddyfile", "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"+text)
	runProgram(t, "caddy", []string{"HOME=" + p.folder, "XDG_DATA_HOME=" + p.folder, "XDG_CONFIG_HOME=" + p.folder},
		"run", "--adapter", "caddyfile", "--config", file)
}

// nginx is like caddy.
func nginx(t *testing.T, p proxied, name string, replacements ...string) {
	t.Helper()
	server := example(t, name, append([]string{
		"listen 443", "listen " + p.front, "listen 80", "listen " + testkit.FreeAddr(t),
		"/etc/ssl/links.example.com.pem", p.chain, "/etc/ssl/links.example.com.key", p.key,
	}, replacements...)...)
	paths := fmt.Sprintf("client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; "+
		"scgi_temp_path %[1]s/s; access_log off;", p.folder)
	file := p.write(t, "nginx.conf", "daemon off; error_log stderr; pid "+p.folder+"/nginx.pid; events {}\nhttp {\n"+paths+"\n"+server+"}\n")
	runProgram(t, "nginx", nil, "-p", p.folder, "-e", "stderr", "-c", file)
}

// haproxy is like caddy. The nodes have the certificate.
func haproxy(t *testing.T, p proxied, name string, replacements ...string) {
	t.Helper()
	text := example(t, name, append([]string{"bind :443", "bind " + p.front, "bind :80", "bind " + testkit.FreeAddr(t)}, replacements...)...)
	runProgram(t, "haproxy", nil, "-db", "-f", p.write(t, "haproxy.cfg", text))
}

// proxied is a node that trusts proxies on this machine, and what a proxy in front
// of it needs.
type proxied struct {
	plain, secure string // addresses of the node
	front         string // address of the proxy
	folder        string
	chain, key    string // files of the certificate of exampleHost
}

// newProxied starts a node as the examples describe it, and returns the roots of its
// certificate.
func newProxied(t *testing.T) (proxied, *x509.CertPool) {
	t.Helper()
	certs := t.TempDir()
	cert, roots := testkit.Certificate(t, exampleHost)
	testkit.WriteCertificate(t, certs, "front", cert)
	p := newFront(t, certs)
	p.plain, p.secure = testkit.FreeAddr(t), testkit.FreeAddr(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runProgram(t, self, []string{asProgram + "=1", "LINNET_ADDR=" + p.plain, "LINNET_DATA=" + t.TempDir(), "LINNET_PUBLIC_URL=https://" + exampleHost,
		"LINNET_TRUSTED_PROXIES=127.0.0.1/32", "LINNET_TLS=files", "LINNET_TLS_ADDR=" + p.secure, "LINNET_TLS_CERTS=" + certs}, "serve")
	return p, roots
}

// newFront returns an address and a folder for a proxy, with the certificate "front" in
// certs.
func newFront(t *testing.T, certs string) proxied {
	t.Helper()
	return proxied{
		front: testkit.FreeAddr(t), folder: t.TempDir(), chain: filepath.Join(certs, "front.crt"), key: filepath.Join(certs, "front.key"),
	}
}

// write writes a configuration and returns its path.
func (p proxied) write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(p.folder, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func port(addr string) string {
	_, number, _ := net.SplitHostPort(addr)
	return number
}

func TestDeploy_AlertsFireAndEndAsTested(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"check", "config", "scrape.yml"}, {"test", "rules", "alerts.test.yml"}} {
		command := exec.CommandContext(t.Context(), "promtool", args...)
		command.Dir = filepath.Join(deployFolder, "prometheus")
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v (scripts/setup installs it)\n%s", args, err, output)
		}
	}
}

func TestDeploy_AlertsAndDashboardUseExistingMetrics(t *testing.T) {
	t.Parallel()
	app, metrics := testkit.FreeAddr(t), testkit.FreeAddr(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runProgram(t, self, []string{asProgram + "=1", "LINNET_ADDR=" + app, "LINNET_DATA=" + t.TempDir(), "LINNET_PUBLIC_URL=http://" + app,
		"LINNET_METRICS_ADDR=" + metrics, "LINNET_TLS=acme", "LINNET_TLS_ADDR=" + testkit.FreeAddr(t), "LINNET_ACME_DIRECTORY=https://127.0.0.1:1/directory"}, "serve")
	client := &http.Client{Timeout: 10 * time.Second}
	eventually(t, func() string { // metrics of checks and requests exist from the first one on
		status, body := read(client, "http://"+app+"/api/v1/ip")
		if status != http.StatusOK {
			return body
		}
		_, provided := read(client, "http://"+metrics+"/metrics")
		return missingMetrics(t, provided)
	})
}

// missingMetrics returns the metrics that the examples use and that are not among
// the provided ones.
func missingMetrics(t *testing.T, provided string) string {
	t.Helper()
	suffix := regexp.MustCompile(`_(bucket|sum|count)$`)
	var missing []string
	for _, name := range []string{"prometheus/alerts.yml", "grafana/linnet.json"} {
		used := regexp.MustCompile(`\b(linnet|process|go)_[a-z_]+`).FindAllString(example(t, name), -1)
		if len(used) < 10 {
			t.Fatalf("%s uses only %d metrics", name, len(used))
		}
		for _, metric := range used {
			if !strings.Contains(provided, "# TYPE "+suffix.ReplaceAllString(metric, "")+" ") {
				missing = append(missing, name+" uses "+metric)
			}
		}
	}
	return strings.Join(missing, ", ")
}

func TestDeploy_UsesExistingSettingsAndFiles(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(deployFolder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		used := regexp.MustCompile(`\bLINNET_[A-Z_]+`).FindAllString(string(raw), -1)
		for i := range used {
			used[i] += "=x"
		}
		if unknown := config.Unknown(used); len(unknown) > 0 {
			t.Errorf("%s has unknown settings: %v", path, unknown)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range regexp.MustCompile(`(?m)^COPY ([^-\n].*) \S+$`).FindAllStringSubmatch(example(t, "docker/Dockerfile"), -1) {
		for _, file := range strings.Fields(line[1]) {
			if _, err := os.Stat(filepath.Join(deployFolder, "..", file)); err != nil {
				t.Errorf("Dockerfile: %v", err)
			}
		}
	}
}
