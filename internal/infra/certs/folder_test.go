package certs

import (
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/certificate"
	"linnet/internal/testkit"
)

// newFilesManager returns a Manager that serves a folder.
func newFilesManager(t *testing.T, folder string) *Manager {
	t.Helper()
	m, err := New(t.Context(), Deps{
		Folder: folder, DefaultHost: "links.example.com", Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}, OrderBudget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestManager_ServesOwnCertificates(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	brand, _ := testkit.Certificate(t, "go.brand.test", "links.example.com")
	wildcard, _ := testkit.Certificate(t, "*.brand.test")
	testkit.WriteCertificate(t, folder, "brand", brand)
	testkit.WriteCertificate(t, folder, "wildcard", wildcard)
	m := newFilesManager(t, folder)
	for sni, want := range map[string]*tls.Certificate{
		"go.brand.test": &brand, "GO.Brand.test": &brand, "other.brand.test": &wildcard, "": &brand,
		"brand.test": nil, "a.b.brand.test": nil, "made-up.test": nil,
	} {
		got, err := m.certificate(&tls.ClientHelloInfo{ServerName: sni})
		if err != nil || (got == nil) != (want == nil) || got != nil && !got.Leaf.Equal(want.Leaf) {
			t.Errorf("%q: %v, %v", sni, got, err)
		}
	}
	if !m.Secured("other.brand.test") || m.Secured("brand.test") {
		t.Error("want the hosts of the certificates, and only them, to be secured")
	}
	if c, err := m.State(t.Context(), "go.brand.test"); err != nil || c.State != certificate.Valid || !c.ExpiresAt.Equal(brand.Leaf.NotAfter) {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := m.State(t.Context(), "made-up.test"); err != nil || c.State != certificate.None {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestManager_ReloadsChangedFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, _ := testkit.Certificate(t, "go.brand.test")
	testkit.WriteCertificate(t, folder, "brand", first)
	m := newFilesManager(t, folder)
	second, _ := testkit.Certificate(t, "go.brand.test")
	testkit.WriteCertificate(t, folder, "brand", second)
	later := time.Now().Add(time.Minute) // a file system may have a coarse clock
	for _, name := range []string{"brand.crt", "brand.key"} {
		if err := os.Chtimes(filepath.Join(folder, name), later, later); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.folder.reload(t.Context(), m.deps.Log); err != nil {
		t.Fatal(err)
	}
	if got, _ := m.certificate(&tls.ClientHelloInfo{ServerName: "go.brand.test"}); !got.Leaf.Equal(second.Leaf) {
		t.Error("the changed certificate is not served")
	}
	if err := os.WriteFile(filepath.Join(folder, "brand.key"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := m.folder.reload(t.Context(), m.deps.Log); err != nil {
		t.Fatal(err)
	}
	if err := m.Health(t.Context()); err == nil || !strings.Contains(err.Error(), "brand.key") {
		t.Errorf("a damaged key: %v", err)
	}
	if got, _ := m.certificate(&tls.ClientHelloInfo{ServerName: "go.brand.test"}); !got.Leaf.Equal(second.Leaf) {
		t.Error("the certificate before the damage is not served")
	}
}

func TestOwnCertificates_NameTheSettingAndTheFile(t *testing.T) {
	t.Parallel()
	cert, _ := testkit.Certificate(t, "go.brand.test")
	other, _ := testkit.Certificate(t, "go.brand.test")
	nameless, _ := testkit.Certificate(t)
	for name, c := range map[string]struct {
		prepare func(folder string)
		want    string
	}{
		"missing folder":    {func(folder string) { _ = os.Remove(folder) }, "name an existing folder"},
		"missing key":       {func(folder string) { write(t, folder, cert, cert); _ = os.Remove(filepath.Join(folder, "brand.key")) }, "brand.key"},
		"key of another":    {func(folder string) { write(t, folder, cert, other) }, "brand.key"},
		"not PEM":           {func(folder string) { _ = os.WriteFile(filepath.Join(folder, "brand.crt"), []byte("x"), 0o600) }, "brand.crt"},
		"without a name":    {func(folder string) { write(t, folder, nameless, nameless) }, "names no host"},
		"an empty folder":   {func(string) {}, ""},
		"unrelated files":   {func(folder string) { _ = os.WriteFile(filepath.Join(folder, "README"), nil, 0o600) }, ""},
		"a complete folder": {func(folder string) { write(t, folder, cert, cert) }, ""},
	} {
		folder := filepath.Join(t.TempDir(), "certs")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		c.prepare(folder)
		own, err := OwnCertificates(folder)
		for _, c := range own {
			err = errors.Join(err, c.Err)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "LINNET_TLS_CERTS")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// write writes the certificate of one pair with the key of another.
func write(t *testing.T, folder string, cert, key tls.Certificate) {
	t.Helper()
	testkit.WriteCertificate(t, folder, "brand", tls.Certificate{Certificate: cert.Certificate, PrivateKey: key.PrivateKey})
}

// damaged are ways in which a pair of files is not usable.
func damaged(t *testing.T) map[string]func(chain, key string) {
	t.Helper()
	rewrite := func(path string, change func([]byte) []byte) {
		content, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, change(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	empty := func([]byte) []byte { return nil }
	bom := func(b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) }
	return map[string]func(chain, key string){
		"empty-chain": func(chain, _ string) { rewrite(chain, empty) },
		"empty-key":   func(_, key string) { rewrite(key, empty) },
		"no-key":      func(_, key string) { _ = os.Remove(key) },
		"bom-chain":   func(chain, _ string) { rewrite(chain, bom) },
		"bom-key":     func(_, key string) { rewrite(key, bom) },
		"encrypted-key": func(_, key string) {
			rewrite(key, func(b []byte) []byte {
				block, _ := pem.Decode(b)
				//nolint:staticcheck // what openssl writes with a passphrase
				locked, err := x509.EncryptPEMBlock(rand.Reader, "EC PRIVATE KEY", block.Bytes, []byte("secret"), x509.PEMCipherAES256)
				if err != nil {
					t.Fatal(err)
				}
				return pem.EncodeToMemory(locked)
			})
		},
	}
}

func TestManager_OneBadPairDoesNotAffectTheOthers(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	own, _ := testkit.Certificate(t, "links.example.com")
	testkit.WriteCertificate(t, folder, "own", own)
	for name, damage := range damaged(t) {
		cert, _ := testkit.Certificate(t, name+".brand.test")
		testkit.WriteCertificate(t, folder, name, cert)
		damage(filepath.Join(folder, name+".crt"), filepath.Join(folder, name+".key"))
	}
	var log strings.Builder
	deps := Deps{Folder: folder, DefaultHost: "links.example.com", Clock: clock.System{}, Log: slog.New(slog.NewTextHandler(&log, nil))}
	m, err := New(t.Context(), deps, OrderBudget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	if got, err := m.certificate(&tls.ClientHelloInfo{ServerName: "links.example.com"}); err != nil || got == nil {
		t.Errorf("the good pair is not served: %v", err)
	}
	health := m.Health(t.Context())
	if health == nil {
		t.Fatal("no problem is reported")
	}
	for range 3 {
		if err := m.reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for name := range damaged(t) {
		file := filepath.Join(folder, name+".crt")
		if !strings.Contains(health.Error(), file) {
			t.Errorf("%s is not among the problems: %v", name, health)
		}
		if n := strings.Count(log.String(), `level=ERROR msg="own certificate cannot be loaded" file=`+file); n != 1 {
			t.Errorf("%s is logged %d times:\n%s", name, n, log.String())
		}
		if got, _ := m.certificate(&tls.ClientHelloInfo{ServerName: name + ".brand.test"}); got != nil {
			t.Errorf("%s has a certificate", name)
		}
	}
	if err := os.Remove(filepath.Join(folder, "own.crt")); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), deps, OrderBudget{}); err == nil || !strings.Contains(err.Error(), "links.example.com has no certificate") || !strings.Contains(err.Error(), "no-key") {
		t.Errorf("without a certificate of the default domain: %v", err)
	}
}

func TestManager_WarnsOfAnExpiredCertificate(t *testing.T) {
	t.Parallel()
	folder, now := t.TempDir(), clock.NewManual(time.Now())
	cert, _ := testkit.Certificate(t, "links.example.com")
	testkit.WriteCertificate(t, folder, "own", cert)
	var log strings.Builder
	m, err := New(t.Context(), Deps{Folder: folder, DefaultHost: "links.example.com", Clock: now, Log: slog.New(slog.NewTextHandler(&log, nil))}, OrderBudget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	if err := m.Health(t.Context()); err != nil || log.Len() > 0 {
		t.Errorf("a valid certificate: %v, %s", err, log.String())
	}
	now.Advance(time.Until(cert.Leaf.NotAfter) + time.Minute)
	for range 3 {
		if err := m.reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Health(t.Context()); err == nil || !strings.Contains(err.Error(), "own.crt has expired") {
		t.Errorf("an expired certificate: %v", err)
	}
	if n := strings.Count(log.String(), `level=WARN msg="own certificate has expired"`); n != 1 {
		t.Errorf("%d warnings:\n%s", n, log.String())
	}
}
