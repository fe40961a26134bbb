package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/testkit"
)

// greet makes a handshake from the network that all connections in memory have, and
// returns the name of the certificate, or "".
func greet(t *testing.T, m *Manager, host string) string {
	t.Helper()
	client, server := net.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = tls.Server(server, m.TLSConfig()).HandshakeContext(t.Context())
		_ = server.Close()
	}()
	//nolint:gosec // the certificate is compared by its name
	over := tls.Client(client, &tls.Config{ServerName: host, InsecureSkipVerify: true, MinVersion: tls.VersionTLS13})
	err := over.HandshakeContext(t.Context())
	_ = client.Close()
	<-ended
	if err != nil {
		return ""
	}
	return over.ConnectionState().PeerCertificates[0].DNSNames[0]
}

func TestManager_ServesOwnHostsDuringAFloodOfOtherNames(t *testing.T) {
	t.Parallel()
	const ownHosts = 150 // more than the burst of lookupLimit
	store, hosts := newMemory(), &served{}
	first := newMemoryManager(t, store)
	own := make([]string, ownHosts)
	for k := range own {
		own[k] = fmt.Sprintf("own-%d.brand.test", k)
		cert, _ := testkit.Certificate(t, own[k])
		store.put(t, first.acme.issuer.IssuerKey(), own[k], cert)
		hosts.set(own[k], true)
	}
	for name, caches := range map[string]string{"cold": "", "warm": "all"} {
		t.Run(name+" caches", func(t *testing.T) {
			t.Parallel()
			m, err := New(t.Context(), Deps{ // as after a restart
				ACME: true, Directory: "https://ca.invalid/dir", Hosts: hosts, Store: store, Keys: sealed.New().Box("test"),
				Leases: store, Node: "run_2", Clock: clock.NewManual(time.Now()), Log: slog.New(slog.DiscardHandler),
			}, OrderBudget{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.Close)
			if caches == "all" {
				for _, host := range own {
					greet(t, m, host)
				}
			}
			for k := range 10_000 {
				if name := greet(t, m, fmt.Sprintf("host-%d.made-up.test", k)); name != "" {
					t.Fatalf("a made-up name got the certificate of %s", name)
				}
			}
			if m.Stats().Limited == 0 {
				t.Fatal("the flood is not limited")
			}
			for _, host := range own {
				if got := greet(t, m, host); got != host {
					t.Fatalf("%s got the certificate of %q during the flood", host, got)
				}
			}
		})
	}
}

func TestManager_IssuesForANewHostDuringAFloodOfOtherNames(t *testing.T) {
	t.Parallel()
	i := newInstallation(t, testkit.SQLite(t))
	n := i.start(t, nil)
	flood := func() {
		for k := range lookupLimit.Burst + 50 {
			_, _ = i.handshake(n, fmt.Sprintf("host-%d.made-up.test", k))
		}
	}
	flood()
	if n.Stats().Limited == 0 {
		t.Fatal("the flood is not limited")
	}
	i.allow(t, i.host)
	if err := n.Ensure(t.Context(), i.host); err != nil { // as the event of its verification does
		t.Fatal(err)
	}
	flood()
	waitFor(t, func() bool { return n.Secured(i.host) }) // its challenges come from the same network
	if _, err := i.handshake(n, i.host); err != nil {
		t.Error(err)
	}
}
