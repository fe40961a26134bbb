package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/core"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/infra/records"
)

func TestMain(m *testing.M) {
	for name, value := range map[string]string{"PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// zone is an authoritative DNS server that the CA resolves hosts with.
type zone struct {
	addr string

	mu      sync.Mutex
	records map[string][]string // "<name> <type>" to values
}

func newZone(t *testing.T) *zone {
	t.Helper()
	z := &zone{records: map[string][]string{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0") // the CA resolves over TCP
	if err != nil {
		t.Fatal(err)
	}
	z.addr = listener.Addr().String()
	started := make(chan struct{})
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(z.serve), NotifyStartedFunc: func() { close(started) }}
	go func() { _ = server.ActivateAndServe() }()
	<-started
	t.Cleanup(func() { _ = server.Shutdown() })
	return z
}

// set replaces the values of a record; without values it deletes it.
func (z *zone) set(name, kind string, values ...string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.records[dns.Fqdn(name)+" "+kind] = values
}

func (z *zone) values(name, kind string) []string {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.records[strings.ToLower(dns.Fqdn(name))+" "+kind]
}

func (z *zone) serve(w dns.ResponseWriter, r *dns.Msg) {
	m := new(dns.Msg)
	m.SetReply(r)
	m.Authoritative = true
	kind := dns.TypeToString[r.Question[0].Qtype]
	for _, value := range z.values(r.Question[0].Name, kind) {
		rr, err := dns.NewRR(r.Question[0].Name + " 60 IN " + kind + " " + value)
		if err != nil {
			panic(err)
		}
		m.Answer = append(m.Answer, rr)
	}
	_ = w.WriteMsg(m)
}

// authority is a Pebble CA that validates challenges at one node's listeners.
type authority struct {
	directory string
	roots     *x509.CertPool // of the directory
	issued    *x509.CertPool // of certificates
	store     *db.MemoryStore
	manage    http.Handler

	down   atomic.Bool
	orders sync.Map // host to *atomic.Int64
}

func newAuthority(t *testing.T, z *zone, plain, secure net.Addr) *authority {
	t.Helper()
	quiet := log.New(io.Discard, "", 0)
	a := &authority{store: db.NewMemoryStore(), issued: x509.NewCertPool()}
	issuer := ca.New(quiet, a.store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {ValidityPeriod: 90 * 24 * 3600}})
	validator := va.New(quiet, plain.(*net.TCPAddr).Port, secure.(*net.TCPAddr).Port, true, z.addr, a.store)
	front := wfe.New(quiet, a.store, validator, issuer, []string{"pebble.test"}, true, false, 1, 1)
	handler := front.Handler()
	a.manage = front.ManagementHandler()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.down.Load() {
			http.Error(w, "maintenance", http.StatusServiceUnavailable)
			return
		}
		if problem := a.check(z, r); problem != "" {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, problem)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	a.directory = server.URL + wfe.DirectoryPath
	a.roots = x509.NewCertPool()
	a.roots.AddCert(server.Certificate())
	root := issuer.GetRootCert(0)
	a.issued.AddCert(root.Cert)
	return a
}

// check counts new orders by host, and rejects hosts whose CAA record names another
// CA, which Pebble does not check.
func (a *authority) check(z *zone, r *http.Request) (problem string) {
	if r.Method != http.MethodPost || !strings.Contains(r.URL.Path, "order-plz") {
		return ""
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err.Error()
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	var signed struct{ Payload string }
	var order struct {
		Identifiers []struct{ Value string }
	}
	if json.Unmarshal(body, &signed) != nil {
		return ""
	}
	payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
	if json.Unmarshal(payload, &order) != nil {
		return ""
	}
	for _, id := range order.Identifiers {
		count, _ := a.orders.LoadOrStore(id.Value, new(atomic.Int64))
		count.(*atomic.Int64).Add(1)
		for _, value := range z.values(id.Value, "CAA") {
			if !strings.Contains(value, "pebble.test") {
				return `{"type":"urn:ietf:params:acme:error:caa","detail":"CAA record for ` + id.Value + ` prevents issuance","status":403}`
			}
		}
	}
	return ""
}

// revoke revokes a certificate, and announces in its renewal information that it is
// to be replaced now.
func (a *authority) revoke(t *testing.T, leaf *x509.Certificate) {
	t.Helper()
	a.store.RevokeCertificate(&core.RevokedCertificate{Certificate: a.store.GetCertificateByDER(leaf.Raw), RevokedAt: time.Now()})
	window, err := json.Marshal(map[string]any{"suggestedWindow": map[string]time.Time{
		"start": time.Now().Add(-2 * time.Hour), "end": time.Now().Add(-time.Hour),
	}})
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]string{
		"Certificate": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf.Raw})), "ARIResponse": string(window),
	})
	if err != nil {
		t.Fatal(err)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/set-renewal-info/", strings.NewReader(string(body)))
	r.Header.Set("User-Agent", "test")
	a.manage.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}

// ordered returns the number of orders for host.
func (a *authority) ordered(host string) int64 {
	count, ok := a.orders.Load(host)
	if !ok {
		return 0
	}
	return count.(*atomic.Int64).Load()
}

// served is a set of hosts that get certificates.
type served struct {
	mu    sync.Mutex
	hosts map[string]bool
	calls atomic.Int64
}

func (s *served) ServesTLS(_ context.Context, host string) error {
	s.calls.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hosts[host] {
		return fault.New(fault.NotFound, "There is no such domain.")
	}
	return nil
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
	zone   *zone
	ca     *authority
	hosts  *served
	clock  *clock.Manual
	store  *records.Store
	keys   *sealed.Box
	plain  net.Listener // of the first node, where challenges arrive
	secure net.Listener
}

var installations atomic.Int64

func newInstallation(t *testing.T, store *records.Store) *installation {
	t.Helper()
	i := &installation{host: fmt.Sprintf("go-%d.brand.test", installations.Add(1)), zone: newZone(t), hosts: &served{}, clock: clock.NewManual(time.Now()), store: store, keys: sealed.New().Box("test"), plain: listen(t), secure: listen(t)}
	i.ca = newAuthority(t, i.zone, i.plain.Addr(), i.secure.Addr())
	return i
}

// allow makes hosts served ones with DNS records that lead to the first node.
func (i *installation) allow(hosts ...string) {
	for _, host := range hosts {
		i.hosts.set(host, true)
		i.zone.set(host, "A", "127.0.0.1")
	}
}

// start starts the next node. Only the first one gets challenges.
func (i *installation) start(t *testing.T, change func(*Deps)) *node {
	t.Helper()
	n := &node{log: &strings.Builder{}, plain: i.plain, secure: i.secure}
	if i.plain = nil; n.plain == nil {
		n.plain, n.secure = listen(t), listen(t)
	}
	deps := Deps{
		ACME: true, Directory: i.ca.directory, Email: "operator@example.com", Roots: i.ca.roots, Hosts: i.hosts,
		States: i.store, Files: i.store, Keys: i.keys, Leases: i.store, Node: "run_" + n.plain.Addr().String(), Clock: i.clock,
		Log: slog.New(slog.NewTextHandler(n, nil)),
	}
	if change != nil {
		change(&deps)
	}
	var err error
	if n.Manager, err = New(deps); err != nil {
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
		ServerName: host, RootCAs: i.ca.issued, MinVersion: tls.VersionTLS12,
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
