package certs

import (
	"context"
	"crypto/tls"
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
	})
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
	if err := m.folder.reload(context.Background(), m.deps.Log); err == nil || !strings.Contains(err.Error(), "brand.key") {
		t.Errorf("a damaged key: %v", err)
	}
	if got, _ := m.certificate(&tls.ClientHelloInfo{ServerName: "go.brand.test"}); !got.Leaf.Equal(second.Leaf) {
		t.Error("the certificate before the damage is not served")
	}
}

func TestNew_BadFolderNamesTheSettingAndTheFile(t *testing.T) {
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
		_, err := openFolder(folder)
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
