package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/core/webhost"
	"linnet/internal/testkit"
)

// TestManager_HostileServerNames covers names in handshakes. Requests with a host
// other than the handshake's are the server's part.
func TestManager_HostileServerNames(t *testing.T) {
	t.Parallel()
	store, hosts := newMemory(), &served{}
	m := newMemoryManager(t, store)
	m.deps.Hosts = hosts
	for _, host := range []string{"go.brand.test", "xn--bcher-kva.brand.test"} {
		cert, _ := testkit.Certificate(t, host)
		store.put(t, m.acme.issuer.IssuerKey(), host, cert)
		hosts.set(host, true)
	}
	for name, c := range map[string]struct{ sni, want string }{
		"own name":                  {"go.brand.test", "go.brand.test"},
		"mixed case":                {"Go.BRAND.test", "go.brand.test"},
		"trailing dot":              {"go.brand.test.", "go.brand.test"},
		"IDN in punycode":           {"XN--bcher-KVA.brand.test", "xn--bcher-kva.brand.test"},
		"IDN in UTF-8":              {"bücher.brand.test", ""}, // names in handshakes are ASCII
		"Cyrillic homograph":        {"go.br\u0430nd.test", ""},
		"homograph in punycode":     {"go.xn--brnd-53d.test", ""},
		"full-width letters":        {"ｇｏ.brand.test", ""},
		"zero-width joiner":         {"g\u200do.brand.test", ""},
		"subdomain":                 {"www.go.brand.test", ""},
		"parent":                    {"brand.test", ""},
		"wildcard":                  {"*.brand.test", ""},
		"two trailing dots":         {"go.brand.test..", ""},
		"leading dot":               {".go.brand.test", ""},
		"zero byte":                 {"go.brand.test\x00.evil.test", ""},
		"path":                      {"go.brand.test/x", ""},
		"traversal of the storage":  {"../go.brand.test", ""},
		"user information":          {"x@go.brand.test", ""},
		"IPv4 address":              {"127.0.0.1", ""},
		"IPv6 address":              {"[::1]", ""},
		"label of 64 characters":    {strings.Repeat("a", 64) + ".brand.test", ""},
		"name of 65,000 characters": {strings.Repeat("a.", 32_500) + "test", ""},
		"percent sign":              {"%67o.brand.test", ""},
		"made-up name":              {"made-up.test", ""},
	} {
		cert, err := m.find(t.Context(), webhost.RequestedName(c.sni), nil)
		got := ""
		if cert != nil {
			got = cert.Leaf.DNSNames[0]
		}
		if got != c.want || err != nil && c.want != "" {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
	if stats := m.Stats(); stats.Orders != 0 {
		t.Errorf("%d orders", stats.Orders)
	}
}

// BenchmarkManager_UnknownHost measures a handshake for a made-up name, with the
// client's part: each name is new, and most are beyond the limit of the network.
func BenchmarkManager_UnknownHost(b *testing.B) {
	store := newMemory()
	m, err := New(b.Context(), Deps{
		ACME: true, Directory: "https://ca.invalid/dir", Hosts: &served{}, Store: store, Keys: sealed.New().Box("test"),
		Leases: store, Node: "run_1", Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}, OrderBudget{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(m.Close)
	config, n := m.TLSConfig(), 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		client, server := net.Pipe()
		failed := make(chan error, 1)
		go func() {
			over := tls.Server(server, config)
			failed <- over.HandshakeContext(b.Context())
			_ = server.Close()
		}()
		over := tls.Client(client, &tls.Config{ServerName: fmt.Sprintf("host-%d.made-up.test", n), MinVersion: tls.VersionTLS13})
		_ = over.HandshakeContext(b.Context())
		if err := <-failed; err == nil {
			b.Fatal("the handshake succeeded")
		}
		_ = client.Close()
	}
	if stats := m.Stats(); stats.Orders != 0 {
		b.Fatalf("%d orders", stats.Orders)
	}
}
