package server_test

import (
	"net/http"
	"net/netip"
	"testing"

	"linnet/internal/edge/server"
)

func TestProxies_Client(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")}
	cases := map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy":                        {"203.0.113.7:4711", nil, "203.0.113.7"},
		"header of an untrusted peer":     {"203.0.113.7:4711", []string{"198.51.100.1"}, "203.0.113.7"},
		"one proxy":                       {"10.0.0.1:80", []string{"203.0.113.7"}, "203.0.113.7"},
		"entry written by the client":     {"10.0.0.1:80", []string{"1.1.1.1, 203.0.113.7"}, "203.0.113.7"},
		"two proxies":                     {"10.0.0.1:80", []string{"1.1.1.1, 203.0.113.7, 10.9.9.9"}, "203.0.113.7"},
		"two lines":                       {"10.0.0.1:80", []string{"1.1.1.1", "203.0.113.7,10.9.9.9"}, "203.0.113.7"},
		"only trusted entries":            {"10.0.0.1:80", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"no header":                       {"10.0.0.1:80", nil, "10.0.0.1"},
		"malformed entry of the client":   {"10.0.0.1:80", []string{"unknown, 203.0.113.7"}, "203.0.113.7"},
		"malformed entry of the proxy":    {"10.0.0.1:80", []string{"203.0.113.7, unknown"}, "10.0.0.1"},
		"with a port":                     {"10.0.0.1:80", []string{"203.0.113.7:5555"}, "203.0.113.7"},
		"IPv6":                            {"[2001:db8:1::1]:80", []string{"2001:db8:7::9"}, "2001:db8:7::9"},
		"IPv6 in brackets":                {"[2001:db8:1::1]:80", []string{"[2001:db8:7::9]:5555"}, "2001:db8:7::9"},
		"IPv4-mapped IPv6, on both sides": {"[::ffff:10.0.0.1]:80", []string{"::ffff:203.0.113.7"}, "203.0.113.7"},
		"IPv6 with a zone":                {"[fe80::1%eth0]:80", nil, "fe80::1"},
		"malformed peer":                  {"@", []string{"203.0.113.7"}, "invalid IP"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": c.forwarded}}
			if got := server.NewProxies(trusted).Client(r).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestProxies_Secure(t *testing.T) {
	t.Parallel()
	p := server.NewProxies([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	header := http.Header{"X-Forwarded-Proto": {"https"}}
	if !p.Secure(&http.Request{RemoteAddr: "10.0.0.1:1", Header: header}) || p.Secure(&http.Request{RemoteAddr: "203.0.113.7:1", Header: header}) {
		t.Error("X-Forwarded-Proto is trusted from the wrong peers")
	}
}
