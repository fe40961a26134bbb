package server_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/edge/server"
	"linnet/internal/testkit"
)

// behindProxy is a server whose responses are "<client> <secure>", and the ports and
// files of a proxy in front of it.
type behindProxy struct {
	plain, secure      string // addresses of the server
	passing, ending    string // addresses of the proxy: TLS passed through, TLS terminated
	endingTCP          string // TLS terminated, PROXY header instead of HTTP headers
	folder, chain, key string
	clients            *http.Client
}

func newBehindProxy(t *testing.T, trusted string) *behindProxy {
	t.Helper()
	proxies := server.NewProxies([]netip.Prefix{netip.MustParsePrefix(trusted)})
	s, roots := startTLS(t, func(c *server.Config) {
		c.ProxyProtocol, c.Secure = proxies.Trusts, proxies.Secure
		c.App = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, proxies.Client(r), " ", proxies.Secure(r))
		})
	})
	front, _ := testkit.Certificate(t, "localhost")
	roots.AddCert(front.Leaf)
	b := &behindProxy{
		plain: s.Addr().String(), secure: s.TLSAddr().String(), folder: t.TempDir(),
		passing: testkit.FreeAddr(t), ending: testkit.FreeAddr(t), endingTCP: testkit.FreeAddr(t),
	}
	testkit.WriteCertificate(t, b.folder, "front", front)
	b.chain, b.key = filepath.Join(b.folder, "front.crt"), filepath.Join(b.folder, "front.key")
	b.clients = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost", MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			from := &net.TCPAddr{IP: net.ParseIP("127.0.0.5")}
			return (&net.Dialer{LocalAddr: from}).DialContext(ctx, network, addr)
		},
	}}
	return b
}

// run starts a proxy and waits until it accepts connections.
func (b *behindProxy) run(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name) // not in the PATH of every user
	}
	if err != nil {
		t.Fatalf("%s is missing; scripts/setup installs it", name)
	}
	output := &strings.Builder{}
	command := exec.Command(path, args...)
	command.Stdout, command.Stderr, command.Dir = output, output, b.folder
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Log(output)
		}
	})
	for range 200 {
		conn, err := net.Dial("tcp", b.ending)
		if err == nil {
			conn.Close()
			return
		}
		<-time.After(25 * time.Millisecond)
	}
	t.Fatalf("%s does not accept connections", name)
}

// seen returns what the server knows about a request through addr that forges
// forwarding headers.
func (b *behindProxy) seen(t *testing.T, scheme, addr string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, scheme+"://"+addr+"/login", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	r.Header.Set("X-Forwarded-For", "198.51.100.9")
	r.Header.Set("X-Forwarded-Proto", "https")
	response, err := b.clients.Do(r)
	if err != nil {
		return "closed"
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return "closed"
	}
	return string(body)
}

// check compares what the server knows behind the proxy with the truth.
func (b *behindProxy) check(t *testing.T, want map[string]string) {
	t.Helper()
	for name, addr := range map[string]string{"passed through": b.passing, "terminated": b.ending, "terminated, PROXY header": b.endingTCP} {
		if w, tested := want[name]; tested {
			if got := b.seen(t, "https", addr); got != w {
				t.Errorf("TLS %s: %s, want %s", name, got, w)
			}
		}
	}
	if got := b.seen(t, "http", b.plain); got != "127.0.0.5 false" {
		t.Errorf("a client beside the proxy: %s", got)
	}
}

func (b *behindProxy) write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(b.folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (b *behindProxy) haproxy(t *testing.T) {
	t.Helper()
	chain, err := os.ReadFile(b.chain)
	if err != nil {
		t.Fatal(err)
	}
	key, err := os.ReadFile(b.key)
	if err != nil {
		t.Fatal(err)
	}
	pem := b.write(t, "front.pem", string(chain)+string(key))
	b.run(t, "haproxy", "-db", "-f", b.write(t, "haproxy.cfg", `
defaults
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend passing
  mode tcp
  bind `+b.passing+`
  default_backend passing
backend passing
  mode tcp
  server linnet `+b.secure+` send-proxy-v2
frontend ending
  mode http
  bind `+b.ending+` ssl crt `+pem+`
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto https
  option forwardfor
  default_backend ending
backend ending
  mode http
  server linnet `+b.plain+`
frontend ending_tcp
  mode tcp
  bind `+b.endingTCP+` ssl crt `+pem+`
  default_backend ending_tcp
backend ending_tcp
  mode tcp
  server linnet `+b.plain+` send-proxy-v2-ssl
`))
}

func (b *behindProxy) nginx(t *testing.T) {
	t.Helper()
	config := b.write(t, "nginx.conf", `
load_module /usr/lib/nginx/modules/ngx_stream_module.so;
daemon off;
master_process off;
pid `+b.folder+`/nginx.pid;
error_log stderr warn;
events {}
stream {
  server {
    listen `+b.passing+`;
    proxy_pass `+b.secure+`;
    proxy_protocol on;
  }
}
http {
  access_log off;
  client_body_temp_path `+b.folder+`;
  proxy_temp_path `+b.folder+`;
  fastcgi_temp_path `+b.folder+`;
  uwsgi_temp_path `+b.folder+`;
  scgi_temp_path `+b.folder+`;
  server {
    listen `+b.ending+` ssl;
    ssl_certificate `+b.chain+`;
    ssl_certificate_key `+b.key+`;
    location / {
      proxy_pass http://`+b.plain+`;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`)
	b.run(t, "nginx", "-e", "stderr", "-c", config, "-p", b.folder)
}

func TestServer_BehindHAProxy(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t, "127.0.0.1/32")
	b.haproxy(t)
	b.check(t, map[string]string{
		"passed through": "127.0.0.5 true", "terminated": "127.0.0.5 true", "terminated, PROXY header": "127.0.0.5 true",
	})
}

func TestServer_BehindNginx(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t, "127.0.0.1/32")
	b.nginx(t)
	b.check(t, map[string]string{"passed through": "127.0.0.5 true", "terminated": "127.0.0.5 true"})
}

// TestServer_IgnoresUntrustedProxies names another address as the proxy.
func TestServer_IgnoresUntrustedProxies(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*behindProxy, *testing.T){
		"haproxy": (*behindProxy).haproxy, "nginx": (*behindProxy).nginx,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBehindProxy(t, "192.0.2.1/32")
			start(b, t)
			want := map[string]string{"passed through": "closed", "terminated": "127.0.0.1 false"}
			if name == "haproxy" {
				want["terminated, PROXY header"] = "closed"
			}
			b.check(t, want)
		})
	}
}
