package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/infra/records"
	"linnet/internal/testkit/testca"
	"linnet/internal/testkit/testdns"
)

// served is a set of hosts that get certificates.
type served struct {
	mu    sync.Mutex
	hosts map[string]bool
	owner string // the workspace of all hosts
	calls atomic.Int64
}

func (s *served) TLSOwner(_ context.Context, host string) (string, error) {
	s.calls.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hosts[host] {
		return "", fault.New(fault.NotFound, "There is no such domain.")
	}
	return s.owner, nil
}

// TLSHosts returns the served hosts.
func (s *served) TLSHosts(context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var hosts []string
	for host, on := range s.hosts {
		if on {
			hosts = append(hosts, host)
		}
	}
	return hosts, nil
}

func (s *served) set(host string, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts == nil {
		s.hosts = map[string]bool{}
	}
	s.hosts[host] = on
}

// node is a Manager with a plain and a TLS listener.
type node struct {
	*Manager
	plain, secure net.Listener
	log           *strings.Builder
	logging       sync.Mutex
}

// Write implements io.Writer for the log.
func (n *node) Write(b []byte) (int, error) {
	n.logging.Lock()
	defer n.logging.Unlock()
	return n.log.Write(b)
}

func (n *node) logged() string {
	n.logging.Lock()
	defer n.logging.Unlock()
	return n.log.String()
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// installation is a CA, its DNS, and what the nodes of one install share.
type installation struct {
	host   string // the ACME client shares its challenges in the process: each test has a host of its own
	dns    *testdns.Server
	ca     *testca.CA
	hosts  *served
	clock  *clock.Manual
	store  *records.Store
	keys   *sealed.Box
	budget OrderBudget
	plain  net.Listener // of the first node, where challenges arrive
	secure net.Listener
}

var installations atomic.Int64

func newInstallation(t *testing.T, store *records.Store) *installation {
	t.Helper()
	i := &installation{
		host: fmt.Sprintf("go-%d.brand.test", installations.Add(1)), dns: testdns.New(t), hosts: &served{},
		clock: clock.NewManual(time.Now()), store: store, keys: sealed.New().Box("test"), plain: listen(t), secure: listen(t),
	}
	i.ca = testca.New(t, i.dns, i.plain.Addr(), i.secure.Addr())
	return i
}

// allow makes hosts served ones with DNS records that lead to the first node.
func (i *installation) allow(t *testing.T, hosts ...string) {
	t.Helper()
	for _, host := range hosts {
		i.hosts.set(host, true)
		i.dns.Set(t, host, "A", "127.0.0.1")
	}
}

// issue starts the first node, and returns it with the certificate of i.host.
func (i *installation) issue(t *testing.T) (*node, *x509.Certificate) {
	t.Helper()
	i.allow(t, i.host)
	n := i.start(t, nil)
	cert, err := i.handshake(n, i.host)
	if err != nil {
		t.Fatal(err)
	}
	return n, cert
}

// start starts the next node. Only the first one gets challenges.
func (i *installation) start(t *testing.T, change func(*Deps)) *node {
	t.Helper()
	n := &node{log: &strings.Builder{}, plain: i.plain, secure: i.secure}
	if i.plain = nil; n.plain == nil {
		n.plain, n.secure = listen(t), listen(t)
	}
	deps := Deps{
		ACME: true, Directory: i.ca.Directory, Email: "operator@example.com", Roots: i.ca.Roots, Hosts: i.hosts,
		Store: i.store, Keys: i.keys, Leases: i.store, Node: "run_" + n.plain.Addr().String(), Clock: i.clock,
		Log: slog.New(slog.NewTextHandler(n, nil)),
	}
	if change != nil {
		change(&deps)
	}
	var err error
	if n.Manager, err = New(t.Context(), deps, i.budget); err != nil {
		t.Fatal(err)
	}
	n.Listening(n.plain.Addr(), n.secure.Addr())
	quiet := log.New(io.Discard, "", 0)
	plain := &http.Server{ErrorLog: quiet, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !n.ServeChallenge(w, r) {
			http.NotFound(w, r)
		}
	})}
	secure := &http.Server{ErrorLog: quiet, ReadHeaderTimeout: time.Minute, TLSConfig: n.TLSConfig(),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })}
	go func() { _ = plain.Serve(n.plain) }()
	go func() { _ = secure.ServeTLS(n.secure, "", "") }()
	t.Cleanup(func() {
		n.Close()
		_ = plain.Close()
		_ = secure.Close()
		if t.Failed() {
			t.Log(n.logged())
		}
	})
	return n
}

// handshake returns the certificate that a node serves for host, verified.
func (i *installation) handshake(n *node, host string) (*x509.Certificate, error) {
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 20 * time.Second}, "tcp", n.secure.Addr().String(), &tls.Config{
		ServerName: host, RootCAs: i.ca.Issued, MinVersion: tls.VersionTLS12,
	})
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0], nil
}

// stored returns the stored certificate of host, nil when there is none.
func (i *installation) stored(t *testing.T, host string) *x509.Certificate {
	t.Helper()
	all, err := i.store.CertificateFiles(t.Context(), "certificates")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if !strings.HasSuffix(f.Path, "/"+host+".crt") {
			continue
		}
		content, err := i.store.CertificateFile(t.Context(), f.Path)
		if err != nil {
			t.Fatal(err)
		}
		block, _ := pem.Decode(content)
		leaf, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		return leaf
	}
	return nil
}
