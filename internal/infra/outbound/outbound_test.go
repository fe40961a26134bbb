package outbound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// nonPublic returns addresses that must be blocked, in various notations.
func nonPublic() map[string]string {
	return map[string]string{
		"loopback": "127.0.0.1", "all of loopback": "127.255.255.254", "loopback 6": "::1",
		"unspecified": "0.0.0.0", "this network": "0.1.2.3", "unspecified 6": "::",
		"private 10": "10.0.0.1", "private 172.16": "172.16.0.1", "private 172.31": "172.31.255.255", "private 192.168": "192.168.1.1",
		"carrier's": "100.64.0.1", "carrier's last": "100.127.255.255",
		"link-local": "169.254.0.1", "link-local 6": "fe80::1", "link-local 6 with a zone": "fe80::1%eth0", "site-local 6": "fec0::1",
		"metadata of AWS, GCP and Azure": "169.254.169.254", "metadata of ECS": "169.254.170.2", "metadata of AWS 6": "fd00:ec2::254",
		"metadata of Alibaba": "100.100.100.200", "metadata of Oracle": "192.0.0.192", "wire server of Azure": "168.63.129.16",
		"unique-local fc": "fc00::1", "unique-local fd": "fd12:3456:789a::1",
		"multicast": "224.0.0.1", "multicast 239": "239.255.255.250", "multicast 6": "ff02::1", "multicast 6 global": "ff0e::1",
		"broadcast": "255.255.255.255", "reserved": "240.0.0.1", "6to4 relay": "192.88.99.1",
		"documentation 1": "192.0.2.1", "documentation 2": "198.51.100.1", "documentation 3": "203.0.113.1",
		"documentation 6": "2001:db8::1", "documentation 6 new": "3fff::1", "benchmark": "198.18.0.1", "benchmark last": "198.19.255.255",
		"mapped loopback": "::ffff:127.0.0.1", "mapped private": "::ffff:10.0.0.1", "mapped metadata": "::ffff:169.254.169.254", "mapped in hex": "::ffff:7f00:1",
		"compatible loopback": "::127.0.0.1", "translated": "::ffff:0:127.0.0.1",
		"NAT64 loopback": "64:ff9b::127.0.0.1", "NAT64 private": "64:ff9b::10.0.0.1", "NAT64 metadata": "64:ff9b::a9fe:a9fe", "NAT64 of a site": "64:ff9b:1::a00:1",
		"6to4 loopback": "2002:7f00:1::", "6to4 private": "2002:a00:1::1", "6to4 metadata": "2002:a9fe:a9fe::1", "6to4 192.168": "2002:c0a8:101::",
		"Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2", "ISATAP private": "2a00::5efe:10.0.0.1", "ISATAP private, universal": "2a00::200:5efe:192.168.0.1",
		"discard": "100::1", "segment routing": "5f00::1", "ORCHID": "2001:20::1",
	}
}

func TestGuard_ClassifiesAddresses(t *testing.T) {
	t.Parallel()
	g := newGuard()
	for name, text := range nonPublic() {
		if g.public(netip.MustParseAddr(text)) {
			t.Errorf("%s: %s is classified as public", name, text)
		}
	}
	if g.public(netip.Addr{}) {
		t.Error("an invalid address is classified as public")
	}
	for _, text := range []string{
		"1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "169.253.0.1", "223.255.255.255",
		"2606:4700:4700::1111", "2a00:1450:4001::1", "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8", "2a00::5efe:8.8.8.8",
	} {
		if !g.public(netip.MustParseAddr(text)) {
			t.Errorf("%s is refused", text)
		}
	}
}

// names is a Resolver with a table. Each lookup of a name returns the next answer,
// then the last one repeatedly.
type names struct {
	answers map[string][][]string
	lookups atomic.Int64
}

// LookupNetIP implements Resolver.
func (n *names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	at := int(n.lookups.Add(1)) - 1
	all := n.answers[host]
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for _, text := range all[min(at, len(all)-1)] {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

// server starts a local server. hits counts its requests.
func server(t *testing.T, handle http.HandlerFunc) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	hits := &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s, hits
}

// serverAt starts a server on a local address.
func serverAt(t *testing.T, addr string) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	hits := &atomic.Int64{}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	s.Listener.Close()
	s.Listener = listener
	s.Start()
	t.Cleanup(s.Close)
	return s, hits
}

func port(s *httptest.Server) string {
	u, _ := url.Parse(s.URL)
	return u.Port()
}

func get(t *testing.T, c *Client, address string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(r)
	if err == nil {
		t.Cleanup(func() { answer.Body.Close() })
	}
	return answer, err
}

func ok(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }

// onlyOne allows the address of the test's servers.
func onlyOne() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} }

func TestClient_BlocksNonPublicAddresses(t *testing.T) {
	t.Parallel()
	s, hits := server(t, ok)
	c := New(Options{Resolver: &names{}})
	literal := map[string]string{"the server itself": "http://127.0.0.1:" + port(s) + "/"}
	for name, text := range nonPublic() {
		text = strings.Replace(text, "%", "%25", 1)
		if strings.Contains(text, ":") {
			text = "[" + text + "]"
		}
		literal[name] = "http://" + text + "/"
		literal[name+", in TLS"] = "https://" + text + ":443/"
	}
	for name, address := range literal {
		if _, err := get(t, c, address); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %s: %v", name, address, err)
		}
	}
	if hits.Load() != 0 {
		t.Error("a call arrived")
	}
}

func TestClient_BlocksNamesOfNonPublicAddresses(t *testing.T) {
	t.Parallel()
	for name, text := range nonPublic() {
		// A public address beside it does not help.
		for _, answer := range [][]string{{text}, {"93.184.216.34", text}} {
			c := New(Options{Resolver: &names{answers: map[string][][]string{"host.example": {answer}}}})
			if _, err := get(t, c, "http://host.example/"); !errors.Is(err, ErrRefused) {
				t.Errorf("%s: %v: %v", name, answer, err)
			}
		}
	}
	// Notations that only the resolver accepts are checked after resolution.
	for _, odd := range []string{"2130706433", "0x7f.1", "0177.0.0.1", "127.1", "localhost"} {
		c := New(Options{Resolver: &names{answers: map[string][][]string{odd: {{"127.0.0.1"}}}}})
		if _, err := get(t, c, "http://"+odd+"/"); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", odd, err)
		}
	}
}

func TestClient_BlocksDNSRebinding(t *testing.T) {
	t.Parallel()
	s, hits := server(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://host.example:"+r.URL.Query().Get("port")+"/secret", http.StatusFound)
	})
	inside, reached := serverAt(t, "127.0.0.2:0")
	// The first lookup returns the allowed server, the one after its redirect an
	// internal address.
	resolver := &names{answers: map[string][][]string{"host.example": {{"127.0.0.1"}, {"127.0.0.2"}}}}
	c := New(Options{Resolver: resolver, Allow: onlyOne()})
	if _, err := get(t, c, "http://host.example:"+port(s)+"/?port="+port(inside)); !errors.Is(err, ErrRefused) {
		t.Errorf("the second answer was followed: %v", err)
	}
	if hits.Load() != 1 || reached.Load() != 0 || resolver.lookups.Load() != 2 {
		t.Errorf("%d calls outside, %d inside, %d lookups", hits.Load(), reached.Load(), resolver.lookups.Load())
	}
}

func TestClient_ChecksEachRedirect(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]string{
		"loopback": "http://127.0.0.2/", "metadata": "http://169.254.169.254/latest/meta-data/", "mapped": "http://[::ffff:10.0.0.1]/",
		"a file": "file:///etc/passwd", "gopher": "gopher://127.0.0.1:70/", "ftp": "ftp://ftp.example/", "no host": "http:///", "data": "data:text/html,x",
	} {
		s, hits := server(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		})
		c := New(Options{Resolver: &names{}, Allow: onlyOne()})
		if _, err := get(t, c, s.URL); err == nil {
			t.Errorf("%s: %s was followed", name, to)
		}
		if hits.Load() != 1 {
			t.Errorf("%s: %d calls", name, hits.Load())
		}
	}
}

func TestClient_LimitsRedirects(t *testing.T) {
	t.Parallel()
	for hops, want := range map[int]bool{5: true, 6: false} {
		s, hits := server(t, func(w http.ResponseWriter, r *http.Request) {
			var left int
			fmt.Sscan(r.URL.Query().Get("left"), &left)
			if left == 0 {
				ok(w, r)
				return
			}
			http.Redirect(w, r, fmt.Sprintf("/?left=%d", left-1), http.StatusFound)
		})
		_, err := get(t, New(Options{Allow: onlyOne()}), fmt.Sprintf("%s/?left=%d", s.URL, hops))
		if (err == nil) != want || int(hits.Load()) != min(hops, MaxRedirects)+1 {
			t.Errorf("%d redirects: %d calls, %v", hops, hits.Load(), err)
		}
	}
}

func TestClient_AllowsOnlyHTTPAndItsPorts(t *testing.T) {
	t.Parallel()
	c := New(Options{})
	for _, address := range []string{"ftp://example.com/", "file:///etc/passwd", "unix:///var/run/docker.sock", "gopher://example.com/"} {
		if _, err := get(t, c, address); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for p, want := range map[string]bool{"80": true, "443": true, "8080": true, "8443": true, "22": false, "25": false, "6379": false, "0": false} {
		if err := c.control("tcp", "93.184.216.34:"+p, nil); (err == nil) != want {
			t.Errorf("port %s: %v", p, err)
		}
	}
}

func TestClient_FailsOnLargeResponses(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"just fits": MaxBody, "one byte more": MaxBody + 1} {
		s, _ := server(t, func(w http.ResponseWriter, _ *http.Request) { io.CopyN(w, zeros{}, int64(size)) })
		answer, err := get(t, New(Options{Allow: onlyOne()}), s.URL)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, answer.Body)
		if tooLarge := errors.Is(err, ErrTooLarge); tooLarge != (size > MaxBody) || n != MaxBody {
			t.Errorf("%s: read %d bytes, %v", name, n, err)
		}
	}
}

type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestClient_SendsTheUserAgentOfVisits(t *testing.T) {
	t.Parallel()
	var seen []string
	s, _ := server(t, func(_ http.ResponseWriter, r *http.Request) { seen = append(seen, r.UserAgent()) })
	c := New(Options{Allow: onlyOne(), Visits: true})
	for _, agent := range []string{"a browser", ""} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", agent)
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	if !slices.Equal(seen, []string{"a browser", "Linnet"}) {
		t.Errorf("sent %q", seen)
	}
}

func TestClient_SendsNoCookiesOrReferer(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.9:1")
	t.Setenv("http_proxy", "http://127.0.0.9:1")
	var seen []http.Header
	s, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header)
		http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
		if r.URL.Path == "/" {
			http.Redirect(w, r, "http://user:secret@host.example:"+r.Header.Get("X-Port")+"/next", http.StatusFound)
		}
	})
	c := New(Options{UserAgent: "Linnet/1 (+https://go.example)", Allow: onlyOne(), Resolver: &names{answers: map[string][][]string{"host.example": {{"127.0.0.1"}}}}})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://host.example:"+port(s)+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Port", port(s))
	r.Header.Set("User-Agent", "another client")
	answer, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if len(seen) != 2 {
		t.Fatalf("%d calls", len(seen))
	}
	for i, h := range seen {
		if h.Get("User-Agent") != "Linnet/1 (+https://go.example)" || h.Get("Cookie") != "" || h.Get("Authorization") != "" || h.Get("Referer") != "" {
			t.Errorf("call %d: %v", i, h)
		}
	}
}
