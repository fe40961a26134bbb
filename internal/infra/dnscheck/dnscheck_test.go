package dnscheck_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/miekg/dns"

	"linnet/internal/core/domain"
	"linnet/internal/infra/dnscheck"
	"linnet/internal/testkit/testdns"
)

func newResolver(t *testing.T) (*testdns.Server, *dnscheck.Resolver) {
	t.Helper()
	server := testdns.New(t)
	r, err := dnscheck.New(server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	return server, r
}

func addrs(texts ...string) []netip.Addr {
	var out []netip.Addr
	for _, text := range texts {
		out = append(out, netip.MustParseAddr(text))
	}
	return out
}

func TestResolver_Route(t *testing.T) {
	t.Parallel()
	server, r := newResolver(t)
	server.Add(t,
		"a.example. 60 IN A 192.0.2.1", "a.example. 60 IN A 192.0.2.2", "a.example. 60 IN AAAA 2001:db8::1",
		"alias.example. 60 IN CNAME a.example.",
		"chain.example. 60 IN CNAME alias.example.",
		"mixed.EXAMPLE. 60 IN CNAME A.Example.",
		"xn--bcher-kva.example. 60 IN CNAME a.example.",
		"loop.example. 60 IN CNAME loop.example.",
		"text.example. 60 IN TXT x",
	)
	for name, c := range map[string]struct {
		host string
		want domain.Route
	}{
		"addresses":     {"a.example", domain.Route{Addrs: addrs("192.0.2.1", "192.0.2.2", "2001:db8::1")}},
		"alias":         {"alias.example", domain.Route{CNAMEs: []string{"a.example"}, Addrs: addrs("192.0.2.1", "192.0.2.2", "2001:db8::1")}},
		"chain":         {"chain.example", domain.Route{CNAMEs: []string{"alias.example", "a.example"}, Addrs: addrs("192.0.2.1", "192.0.2.2", "2001:db8::1")}},
		"mixed case":    {"Mixed.example.", domain.Route{CNAMEs: []string{"a.example"}, Addrs: addrs("192.0.2.1", "192.0.2.2", "2001:db8::1")}},
		"IDN":           {"xn--bcher-kva.example", domain.Route{CNAMEs: []string{"a.example"}, Addrs: addrs("192.0.2.1", "192.0.2.2", "2001:db8::1")}},
		"no addresses":  {"text.example", domain.Route{}},
		"no such name":  {"none.example", domain.Route{}},
		"no such label": {"x.a.example", domain.Route{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := r.Route(t.Context(), c.host)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got, err := r.Route(t.Context(), "loop.example"); err == nil {
		t.Errorf("a loop resolves to %+v", got)
	}
}

func TestResolver_RouteReturnsAliasesOfABrokenTarget(t *testing.T) {
	t.Parallel()
	server, r := newResolver(t)
	server.Add(t, "go.example. 60 IN CNAME target.example.")
	server.Fail("target.example", dns.RcodeRefused)
	got, err := r.Route(t.Context(), "go.example")
	if err == nil || cmp.Diff([]string{"target.example"}, got.CNAMEs) != "" {
		t.Errorf("Route = %+v, %v", got, err)
	}
}

func TestResolver_TXT(t *testing.T) {
	t.Parallel()
	server, r := newResolver(t)
	long := strings.Repeat("x", 200)
	server.Add(t,
		`split.example. 60 IN TXT "one " "value"`,
		`several.example. 60 IN TXT "first"`, `several.example. 60 IN TXT "second"`,
		"alias.example. 60 IN CNAME split.example.",
		"a.example. 60 IN A 192.0.2.1",
	)
	for i := range 60 { // more than a datagram, and more than the bound
		server.Add(t, fmt.Sprintf(`many.example. 60 IN TXT "%d%s"`, i, long))
	}
	for name, want := range map[string][]string{
		"split.example": {"one value"}, "several.example": {"first", "second"}, "alias.example": {"one value"},
		"a.example": nil, "none.example": nil,
	} {
		if got, err := r.TXT(t.Context(), name); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("TXT(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	if got, err := r.TXT(t.Context(), "many.example"); err != nil || len(got) != 50 {
		t.Errorf("a large response: %d values, %v", len(got), err)
	}
}

func TestResolver_ReportsFailures(t *testing.T) {
	t.Parallel()
	server, r := newResolver(t)
	server.Fail("broken.example", dns.RcodeServerFailure)
	server.Silence("silent.example")
	if _, err := r.TXT(t.Context(), "broken.example"); err == nil || !strings.Contains(err.Error(), "SERVFAIL") {
		t.Errorf("SERVFAIL: %v", err)
	}
	if _, err := r.Route(t.Context(), "broken.example"); err == nil {
		t.Error("SERVFAIL is no error of Route")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := r.TXT(ctx, "silent.example"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("timeout: %v", err)
	}
	if _, err := r.TXT(t.Context(), strings.Repeat("a", 300)); err == nil {
		t.Error("a name that is too long is no error")
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	if _, err := dnscheck.New(""); err != nil {
		t.Skipf("this system has no resolv.conf: %v", err)
	}
	for _, server := range []string{"127.0.0.1", "[::1]", "127.0.0.1:5353"} {
		if _, err := dnscheck.New(server); err != nil {
			t.Errorf("New(%q): %v", server, err)
		}
	}
}
