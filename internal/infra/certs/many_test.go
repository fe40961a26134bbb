package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/sealed"
	"linnet/internal/core/certificate"
	"linnet/internal/testkit"
)

// memory is a record store in memory.
type memory struct {
	mu     sync.Mutex
	states map[string]certificate.Schedule
	files  map[string][]byte
	down   bool
}

func newMemory() *memory {
	return &memory{states: map[string]certificate.Schedule{}, files: map[string][]byte{}}
}

var errNoRow = fault.New(fault.NotFound, "There is no such row.")

func (m *memory) Certificate(_ context.Context, host string) (certificate.Schedule, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	state, ok := m.states[host]
	if !ok {
		return state, errNoRow
	}
	return state, nil
}

func (m *memory) Certificates(context.Context) ([]certificate.Schedule, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]certificate.Schedule, 0, len(m.states))
	for _, state := range m.states {
		all = append(all, state)
	}
	return all, nil
}

func (m *memory) CertificatesDue(context.Context, time.Time, int) ([]certificate.Schedule, error) {
	return nil, nil
}

func (m *memory) PutCertificate(_ context.Context, c certificate.Schedule) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.states[c.Host] = c
	return nil
}

func (m *memory) DeleteCertificate(_ context.Context, host string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.states, host)
	return nil
}

func (m *memory) PutCertificateFile(_ context.Context, path string, content []byte, _ time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[path] = content
	return nil
}

func (m *memory) CertificateFile(_ context.Context, path string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return nil, fault.New(fault.Unavailable, "The records cannot be reached.")
	}
	content, ok := m.files[path]
	if !ok {
		return nil, errNoRow
	}
	return content, nil
}

func (m *memory) StatCertificateFile(ctx context.Context, path string) (certificate.File, error) {
	content, err := m.CertificateFile(ctx, path)
	return certificate.File{Path: path, Size: int64(len(content))}, err
}

func (m *memory) CertificateFiles(_ context.Context, folder string) ([]certificate.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []certificate.File
	for path, content := range m.files {
		if strings.HasPrefix(path, folder+"/") {
			all = append(all, certificate.File{Path: path, Size: int64(len(content))})
		}
	}
	return all, nil
}

func (m *memory) ReplaceCertificateFile(_ context.Context, path string, old, content []byte) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !bytes.Equal(m.files[path], old) {
		return false, nil
	}
	m.files[path] = content
	return true, nil
}

func (m *memory) DeleteCertificateFiles(_ context.Context, path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.files, path)
	return nil
}

func (m *memory) AcquireLease(context.Context, string, string, time.Time, time.Time) (bool, error) {
	return true, nil
}
func (m *memory) ReleaseLease(context.Context, string, string) error { return nil }

// put stores a certificate as the ACME client does.
func (m *memory) put(t *testing.T, issuer, host string, cert tls.Certificate) {
	t.Helper()
	key, err := certmagic.PEMEncodePrivateKey(cert.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	keys := certmagic.StorageKeys
	m.files[keys.SiteCert(issuer, host)] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Certificate[0]})
	m.files[keys.SitePrivateKey(issuer, host)] = key
	m.files[keys.SiteMeta(issuer, host)] = []byte(`{"sans":["` + host + `"]}`)
	m.states[host] = certificate.Schedule{Host: host, ExpiresAt: cert.Leaf.NotAfter, RenewAt: cert.Leaf.NotAfter}
}

// everyHost serves all hosts below brand.test, unless the records are down.
type everyHost struct{ store *memory }

func (h everyHost) TLSOwner(_ context.Context, host string) (string, error) {
	h.store.mu.Lock()
	defer h.store.mu.Unlock()
	switch {
	case h.store.down:
		return "", fault.New(fault.Unavailable, "The records cannot be reached.")
	case !strings.HasSuffix(host, ".brand.test"):
		return "", errNoRow
	}
	return "", nil
}

// TLSHosts returns the hosts with a certificate.
func (h everyHost) TLSHosts(context.Context) ([]string, error) {
	h.store.mu.Lock()
	defer h.store.mu.Unlock()
	return slices.Collect(maps.Keys(h.store.states)), nil
}

func newMemoryManager(t *testing.T, store *memory) *Manager {
	t.Helper()
	m, err := New(t.Context(), Deps{
		ACME: true, Directory: "https://ca.invalid/dir", Roots: x509.NewCertPool(), Hosts: everyHost{store}, Store: store, Keys: sealed.New().Box("test"),
		Leases: store, Node: "run_1", Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}, OrderBudget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// TestManager_Serves5000Domains measures the heap, so it does not run in parallel.
func TestManager_Serves5000Domains(t *testing.T) {
	const domains = 5000
	store := newMemory()
	m := newMemoryManager(t, store)
	for k := range domains {
		host := fmt.Sprintf("h%d.brand.test", k)
		cert, _ := testkit.Certificate(t, host)
		store.put(t, m.acme.issuer.IssuerKey(), host, cert)
	}
	if err := m.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := heap()
	for range 2 {
		for k := range domains {
			host := fmt.Sprintf("h%d.brand.test", k)
			cert, err := m.find(t.Context(), host, nil)
			if err != nil || cert == nil || cert.Leaf.DNSNames[0] != host {
				t.Fatalf("%s: %v", host, err)
			}
			if !m.Secured(host) {
				t.Fatalf("%s is not secured", host)
			}
		}
	}
	each := (heap() - before) / domains
	t.Logf("%d bytes per certificate in memory", each)
	if each > 20<<10 {
		t.Errorf("%d bytes per certificate, want at most 20 kB", each)
	}
	if stats := m.Stats(); stats.Orders != 0 || stats.Limited != 0 || stats.ByState[certificate.Valid] != domains {
		t.Errorf("%+v", stats)
	}
}

// heap returns the size of the live heap.
func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc) //nolint:gosec // far below
}

func TestManager_ServesFromMemoryWhileTheRecordsAreDown(t *testing.T) {
	t.Parallel()
	store := newMemory()
	m := newMemoryManager(t, store)
	cert, _ := testkit.Certificate(t, "go.brand.test")
	store.put(t, m.acme.issuer.IssuerKey(), "go.brand.test", cert)
	if got, err := m.find(t.Context(), "go.brand.test", nil); err != nil || got == nil {
		t.Fatal(err)
	}
	store.mu.Lock()
	store.down = true
	store.mu.Unlock()
	m.ForgetAll()
	if got, err := m.find(t.Context(), "go.brand.test", nil); err != nil || got == nil {
		t.Errorf("a host in memory: %v", err)
	}
	if got, err := m.find(t.Context(), "new.brand.test", nil); err == nil {
		t.Errorf("a host that is not in memory: %v", got)
	}
}

func BenchmarkManager_CachedHost(b *testing.B) {
	store := newMemory()
	m, err := New(b.Context(), Deps{
		ACME: true, Directory: "https://ca.invalid/dir", Hosts: everyHost{store}, Store: store, Keys: sealed.New().Box("test"),
		Leases: store, Node: "run_1", Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}, OrderBudget{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(m.Close)
	cert, _ := testkit.Certificate(b, "go.brand.test")
	m.answers.Set("go.brand.test", answer{&cert})
	hello := &tls.ClientHelloInfo{ServerName: "go.brand.test"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.certificate(hello); err != nil {
			b.Fatal(err)
		}
	}
}
