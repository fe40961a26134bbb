package server_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"

	"linnet/internal/edge/server"
	"linnet/internal/testkit"
)

// startTLS runs a server with a TLS listener whose certificate names brand.test and
// localhost.
func startTLS(t *testing.T, change func(*server.Config)) (s *server.Server, roots *x509.CertPool) {
	t.Helper()
	cert, roots := testkit.Certificate(t, "brand.test", "localhost")
	proxies := server.NewProxies([]netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")})
	s, _ = newServer(t, func(c *server.Config) {
		c.Secure = proxies.Secure
		c.TLS = &server.TLS{
			Addr: "127.0.0.1:0", Config: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12},
			Secured: func(host string) bool { return host == "brand.test" },
			Challenge: func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path != "/.well-known/acme-challenge/token" {
					return false
				}
				fmt.Fprint(w, "key authorization")
				return true
			},
			Listening: func(net.Addr, net.Addr) {},
		}
		if change != nil {
			change(c)
		}
	})
	if err := s.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, roots
}

// exchange sends text on a connection and returns the response.
func exchange(t *testing.T, conn net.Conn, text string) *http.Response {
	t.Helper()
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response
}

// TestServer_HostileHosts sends hostile and unusual hosts through TLS.
func TestServer_HostileHosts(t *testing.T) {
	t.Parallel()
	s, roots := startTLS(t, nil)
	for name, c := range map[string]struct {
		sni, request string
		want         int
	}{
		"matching host":                 {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test\r\n\r\n", 302},
		"mixed case":                    {"brand.test", "GET /launch HTTP/1.1\r\nHost: BRAND.Test\r\n\r\n", 302},
		"mixed case in the handshake":   {"BRAND.Test", "GET /launch HTTP/1.1\r\nHost: brand.test\r\n\r\n", 302},
		"trailing dot":                  {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test.\r\n\r\n", 302},
		"standard port":                 {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test:443\r\n\r\n", 302},
		"another port":                  {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test:8443\r\n\r\n", 302},
		"malformed port":                {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test:x\r\n\r\n", 421},
		"another host":                  {"brand.test", "GET /launch HTTP/1.1\r\nHost: localhost\r\n\r\n", 421},
		"default host on a brand's SNI": {"brand.test", "GET /login HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", 421},
		"a subdomain":                   {"brand.test", "GET /launch HTTP/1.1\r\nHost: www.brand.test\r\n\r\n", 421},
		"a homograph in punycode":       {"brand.test", "GET /launch HTTP/1.1\r\nHost: xn--brnd-53d.test\r\n\r\n", 421},
		"a homograph in UTF-8":          {"brand.test", "GET /launch HTTP/1.1\r\nHost: br\u0430nd.test\r\n\r\n", 400},
		"absolute form, same host":      {"brand.test", "GET https://brand.test/launch HTTP/1.1\r\nHost: brand.test\r\n\r\n", 302},
		"absolute form, another host":   {"brand.test", "GET https://localhost/login HTTP/1.1\r\nHost: brand.test\r\n\r\n", 421},
		"absolute form wins over Host":  {"brand.test", "GET https://brand.test/launch HTTP/1.1\r\nHost: localhost\r\n\r\n", 302},
		"user information":              {"brand.test", "GET /launch HTTP/1.1\r\nHost: localhost@brand.test\r\n\r\n", 400},
		"two hosts":                     {"brand.test", "GET /launch HTTP/1.1\r\nHost: brand.test\r\nHost: localhost\r\n\r\n", 400},
		"no host":                       {"brand.test", "GET /launch HTTP/1.1\r\n\r\n", 400},
		"empty host":                    {"brand.test", "GET /launch HTTP/1.1\r\nHost:\r\n\r\n", 421},
		"address as host":               {"brand.test", "GET /launch HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421},
		"no SNI, default host":          {"", "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n", 200},
		"no SNI, another host":          {"", "GET /launch HTTP/1.1\r\nHost: brand.test\r\n\r\n", 421},
	} {
		conn, err := tls.Dial("tcp", s.TLSAddr().String(), &tls.Config{
			ServerName: c.sni, RootCAs: roots, InsecureSkipVerify: c.sni == "", //nolint:gosec // without SNI there is no name to verify
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if response := exchange(t, conn, c.request); response.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", name, response.StatusCode, c.want)
		}
	}
}

func TestServer_RedirectsPlainRequestsOfSecuredHosts(t *testing.T) {
	t.Parallel()
	s, _ := startTLS(t, nil)
	_, port, _ := net.SplitHostPort(s.TLSAddr().String())
	for name, c := range map[string]struct {
		request, want string // want: "<status> <Location>"
	}{
		"secured host":             {"GET /launch?a=1 HTTP/1.1\r\nHost: Brand.test\r\n\r\n", "308 https://brand.test/launch?a=1"},
		"post":                     {"POST /launch HTTP/1.1\r\nHost: brand.test\r\nContent-Length: 0\r\n\r\n", "308 https://brand.test/launch"},
		"port of the plain server": {"GET /launch HTTP/1.1\r\nHost: brand.test:8080\r\n\r\n", "308 https://brand.test:" + port + "/launch"},
		"absolute form":            {"GET http://brand.test/launch HTTP/1.1\r\nHost: localhost\r\n\r\n", "308 https://brand.test/launch"},
		"two slashes":              {"GET //evil.test/x HTTP/1.1\r\nHost: brand.test\r\n\r\n", "308 https://brand.test//evil.test/x"},
		"asterisk":                 {"OPTIONS * HTTP/1.1\r\nHost: brand.test\r\n\r\n", "200 "},
		"challenge":                {"GET /.well-known/acme-challenge/token HTTP/1.1\r\nHost: brand.test\r\n\r\n", "200 "},
		"readiness":                {"GET /healthz HTTP/1.1\r\nHost: brand.test\r\n\r\n", "200 "},
		"host without certificate": {"GET /login HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "200 "},
	} {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		response := exchange(t, conn, c.request)
		if got := fmt.Sprint(response.StatusCode, " ", response.Header.Get("Location")); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestServer_RefusesPlainCallsOfTheAPI shows that a program notices that it sends its
// credentials without encryption.
func TestServer_RefusesPlainCallsOfTheAPI(t *testing.T) {
	t.Parallel()
	s, _ := startTLS(t, func(c *server.Config) { c.TLS.Secured = func(string) bool { return true } })
	for request, want := range map[string]int{
		"GET /api/v1/links HTTP/1.1\r\nHost: localhost\r\n\r\n":                       http.StatusForbidden,
		"POST /api/v1/links HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n": http.StatusForbidden,
		"GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n":                              http.StatusPermanentRedirect,
		"GET /api/v1 HTTP/1.1\r\nHost: brand.test\r\n\r\n":                            http.StatusPermanentRedirect, // an alias
	} {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		response := exchange(t, conn, request)
		if response.StatusCode != want || want == http.StatusForbidden && response.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %s, want %d", request, response.Status, want)
		}
	}
}

func TestServer_ServesHTTP2OverTLS(t *testing.T) {
	t.Parallel()
	s, roots := startTLS(t, nil)
	client := &http.Client{
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13},
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "tcp", s.TLSAddr().String())
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.Cleanup(client.CloseIdleConnections)
	response, err := client.Get("https://brand.test/launch")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.ProtoMajor != 2 || response.StatusCode != http.StatusFound {
		t.Errorf("%s %d", response.Proto, response.StatusCode)
	}
}

// preamble returns the PROXY protocol header of a client.
func preamble(t *testing.T, version byte, client string, tlvs ...proxyproto.TLV) string {
	t.Helper()
	header := proxyproto.HeaderProxyFromAddrs(version, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(client)),
		net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.0.2.1:443")))
	if err := header.SetTLVs(tlvs); err != nil {
		t.Fatal(err)
	}
	text, err := header.Format()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestServer_ProxyProtocol(t *testing.T) {
	t.Parallel()
	proxies := server.NewProxies([]netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")})
	type seen struct {
		client netip.Addr
		secure bool
	}
	requests := make(chan seen, 1)
	s, roots := startTLS(t, func(c *server.Config) {
		c.ProxyProtocol = proxies.Trusts
		c.App = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			requests <- seen{proxies.Client(r), proxies.Secure(r)}
		})
	})
	const request = "GET /login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.9\r\nX-Forwarded-Proto: https\r\n\r\n"
	// PP2_TYPE_SSL with PP2_CLIENT_SSL.
	ssl := proxyproto.TLV{Type: proxyproto.PP2_TYPE_SSL, Value: []byte{1, 0, 0, 0, 0, 0x21, 0, 7, 'T', 'L', 'S', 'v', '1', '.', '3'}}
	for name, c := range map[string]struct {
		from, header string
		tls          bool
		want         string // "<client> <secure>"; "closed": the connection is closed
	}{
		"trusted, version 2":               {"127.0.0.2", preamble(t, 2, "203.0.113.7:1000"), false, "203.0.113.7 false"},
		"trusted, version 2, TLS":          {"127.0.0.2", preamble(t, 2, "203.0.113.7:1000"), true, "203.0.113.7 true"},
		"trusted, version 2, IPv6":         {"127.0.0.2", "", true, ""},
		"trusted, TLS ended at the proxy":  {"127.0.0.2", preamble(t, 2, "203.0.113.7:1000", ssl), false, "203.0.113.7 true"},
		"trusted, version 1":               {"127.0.0.2", preamble(t, 1, "203.0.113.7:1000"), false, "203.0.113.7 false"},
		"trusted, forwarding headers only": {"127.0.0.2", "", false, "198.51.100.9 true"},
		"trusted, malformed":               {"127.0.0.2", "PROXY TCP4 203.0.113.7\r\n", false, "closed"},
		"untrusted, version 2":             {"127.0.0.3", preamble(t, 2, "203.0.113.7:1000"), false, "closed"},
		"untrusted, version 2, TLS":        {"127.0.0.3", preamble(t, 2, "203.0.113.7:1000"), true, "closed"},
		"untrusted, forwarding headers":    {"127.0.0.3", "", false, "127.0.0.3 false"},
	} {
		if c.want == "" {
			header := proxyproto.HeaderProxyFromAddrs(2, net.TCPAddrFromAddrPort(netip.MustParseAddrPort("[2001:db8::7]:1000")),
				net.TCPAddrFromAddrPort(netip.MustParseAddrPort("[2001:db8::1]:443")))
			text, err := header.Format()
			if err != nil {
				t.Fatal(err)
			}
			c.header, c.want = string(text), "2001:db8::7 true"
		}
		addr := s.Addr()
		if c.tls {
			addr = s.TLSAddr()
		}
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(c.from)}}
		conn, err := dialer.Dial("tcp", addr.String())
		if err != nil {
			t.Fatal(err)
		}
		got := answerOf(conn, c.header, request, c.tls, roots)
		if got == "200" {
			r := <-requests
			got = fmt.Sprint(r.client, " ", r.secure)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// answerOf sends a PROXY header and a request, and returns the status, or "closed".
func answerOf(conn net.Conn, header, request string, secure bool, roots *x509.CertPool) string {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := conn.Write([]byte(header)); err != nil {
		return err.Error()
	}
	if secure {
		conn = tls.Client(conn, &tls.Config{ServerName: "localhost", RootCAs: roots, MinVersion: tls.VersionTLS12})
	}
	if _, err := conn.Write([]byte(request)); err != nil {
		return "closed"
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || response.StatusCode == http.StatusBadRequest {
		return "closed"
	}
	response.Body.Close()
	return fmt.Sprint(response.StatusCode)
}

func TestServer_CountsConnectionsOfTheClientBehindAProxy(t *testing.T) {
	t.Parallel()
	s, _ := startTLS(t, func(c *server.Config) {
		c.MaxConns = 0
		c.ProxyProtocol = func(netip.Addr) bool { return true }
	})
	open := func(client string) bool {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := conn.Write([]byte(preamble(t, 2, client) + "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")); err != nil {
			return false
		}
		_, err = bufio.NewReader(conn).ReadString('\n')
		return err == nil
	}
	for i := range 1000 {
		if !open(fmt.Sprintf("203.0.113.7:%d", 1000+i)) {
			t.Fatalf("connection %d is refused", i+1)
		}
	}
	if open("203.0.113.7:9999") {
		t.Error("a client behind a proxy exceeds the limit of an address")
	}
	if !open("203.0.113.8:1000") {
		t.Error("another client behind the proxy is refused")
	}
}

func TestServer_BadTLSAddressNamesIt(t *testing.T) {
	t.Parallel()
	s, _ := newServer(t, func(c *server.Config) {
		c.TLS = &server.TLS{Addr: "192.0.2.1:443", Listening: func(net.Addr, net.Addr) {}}
	})
	if err := s.Listen(t.Context()); err == nil || !strings.Contains(err.Error(), "192.0.2.1:443") {
		t.Errorf("%v", err)
	}
}
