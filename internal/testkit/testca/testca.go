// Package testca runs Pebble, an ACME certificate authority (CA), for tests.
package testca

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

	"linnet/internal/testkit/testdns"
)

// identity is the name of the CA in CAA records.
const identity = "pebble.test"

// Lifetime is the lifetime of issued certificates.
const Lifetime = 90 * 24 * time.Hour

// CA is a Pebble CA. It resolves hosts with a test's DNS server
// and validates challenges at one node's listeners.
type CA struct {
	Directory string         // URL
	Roots     *x509.CertPool // verify the directory's own certificate
	Issued    *x509.CertPool // verify issued certificates

	dns    *testdns.Server
	server *httptest.Server
	store  *db.MemoryStore
	issuer *ca.CAImpl
	manage http.Handler

	down   atomic.Bool
	orders sync.Map // host to *atomic.Int64
}

// New starts a CA that stops when the test ends. Challenges are validated at the
// ports of plain (HTTP-01) and secure (TLS-ALPN-01).
func New(t testing.TB, dns *testdns.Server, plain, secure net.Addr) *CA {
	t.Helper()
	return start(t, dns, plain, secure, "ecdsa", "")
}

// NewWithOCSP is New with certificates that name an OCSP responder. It starts
// slower, because Pebble hands out RSA keys only.
func NewWithOCSP(t testing.TB, dns *testdns.Server, plain, secure net.Addr) *CA {
	t.Helper()
	responder := &responder{}
	status := httptest.NewServer(responder)
	t.Cleanup(status.Close)
	c := start(t, dns, plain, secure, "rsa", status.URL)
	responder.ca.Store(c)
	return c
}

func start(t testing.TB, dns *testdns.Server, plain, secure net.Addr, keys, ocspURL string) *CA {
	t.Helper()
	disableDelays(t)
	quiet := log.New(io.Discard, "", 0)
	c := &CA{dns: dns, store: db.NewMemoryStore(), Roots: x509.NewCertPool(), Issued: x509.NewCertPool()}
	profiles := map[string]ca.Profile{"default": {ValidityPeriod: uint64(Lifetime.Seconds())}}
	c.issuer = ca.New(quiet, c.store, ocspURL, keys, 0, 1, profiles)
	validator := va.New(quiet, portOf(plain), portOf(secure), true, dns.Addr, c.store)
	front := wfe.New(quiet, c.store, validator, c.issuer, []string{identity}, true, false, 1, 1)
	handler := front.Handler()
	c.manage = front.ManagementHandler()
	c.server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.down.Load() {
			http.Error(w, "maintenance", http.StatusServiceUnavailable)
			return
		}
		if problem := c.checkOrder(r); problem != "" {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, problem)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(c.server.Close)
	c.Directory = c.server.URL + wfe.DirectoryPath
	c.Roots.AddCert(c.server.Certificate())
	c.Issued.AddCert(c.issuer.GetRootCert(0).Cert)
	return c
}

// disableDelays switches off Pebble's random delays and failures, which it reads
// from the environment.
func disableDelays(t testing.TB) {
	t.Helper()
	if err := setEnvironment(); err != nil {
		t.Fatal(err)
	}
}

var setEnvironment = sync.OnceValue(func() error { //nolint:gochecknoglobals // once a test binary
	for name, value := range map[string]string{"PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
})

func portOf(addr net.Addr) int { return addr.(*net.TCPAddr).Port }

// WriteRoots writes the roots of the directory to a PEM file of the test and
// returns its path.
func (c *CA) WriteRoots(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "roots.pem")
	content := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.server.Certificate().Raw})
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// SetDown makes the CA answer all requests with 503, or work again.
func (c *CA) SetDown(down bool) { c.down.Store(down) }

// Orders returns the number of orders for host, also of rejected ones.
func (c *CA) Orders(host string) int64 {
	count, ok := c.orders.Load(host)
	if !ok {
		return 0
	}
	return count.(*atomic.Int64).Load()
}

// checkOrder counts new orders by host. It returns the problem for hosts whose CAA
// record names another CA, which Pebble does not check.
func (c *CA) checkOrder(r *http.Request) (problem string) {
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
		count, _ := c.orders.LoadOrStore(id.Value, new(atomic.Int64))
		count.(*atomic.Int64).Add(1)
		for _, value := range c.dns.Values(id.Value, "CAA") {
			if !strings.Contains(value, identity) {
				return `{"type":"urn:ietf:params:acme:error:caa","detail":"CAA record for ` + id.Value + ` prevents issuance","status":403}`
			}
		}
	}
	return ""
}

// Revoke revokes a certificate, and announces in its renewal information that it is
// to be replaced now.
func (c *CA) Revoke(t testing.TB, leaf *x509.Certificate) {
	t.Helper()
	c.store.RevokeCertificate(&core.RevokedCertificate{Certificate: c.store.GetCertificateByDER(leaf.Raw), RevokedAt: time.Now()})
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
	c.manage.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
}
