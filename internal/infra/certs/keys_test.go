package certs

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/sealed"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// plainKey is the beginning of a private key in PEM, without its type.
const plainKey = "PRIVATE KEY-----"

// requireNoPlainKeys searches a copy of every file below a folder for private keys.
func requireNoPlainKeys(t *testing.T, folder string) {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(copied)
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(copied, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(plainKey)) {
			t.Errorf("%s contains a private key", entry.Name())
		}
	}
}

func openStore(t *testing.T, folder string) *records.Store {
	t.Helper()
	store, err := records.Open(t.Context(), records.Options{Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func TestManager_StoresNoPlainKeys(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store := openStore(t, folder)
	i := newInstallation(t, store)
	_, _ = i.issue(t)
	if keys := len(i.keyFiles(t)); keys != 2 {
		t.Errorf("%d keys are stored, want the certificate's and the account's", keys)
	}
	requireNoPlainKeys(t, folder) // also in the write-ahead log
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	requireNoPlainKeys(t, folder)
}

func TestManager_SealsThePlainKeysOfEarlierVersions(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store := openStore(t, folder)
	i := newInstallation(t, store)
	n, first := i.issue(t)
	for _, path := range i.keyFiles(t) {
		content, err := n.storage.Load(t.Context(), path)
		if err != nil || !strings.Contains(string(content), plainKey) {
			t.Fatal(err)
		}
		if err := store.PutCertificateFile(t.Context(), path, content, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	restarted := i.start(t, nil)
	if cert, err := i.handshake(restarted, i.host); err != nil || !cert.Equal(first) {
		t.Errorf("a plain key is not read: %v", err)
	}
	if err := restarted.storage.sealPlain(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range i.keyFiles(t) {
		content, err := store.CertificateFile(t.Context(), path)
		if err != nil || !sealed.Sealed(content) {
			t.Errorf("%s is not sealed, %v", path, err)
		}
	}
	if cert, err := i.handshake(i.start(t, nil), i.host); err != nil || !cert.Equal(first) {
		t.Errorf("a sealed key is not read: %v", err)
	}
	if err := store.Close(); err != nil { // merges the write-ahead log
		t.Fatal(err)
	}
	requireNoPlainKeys(t, folder)
}

func TestManager_KeysOfAnotherSecretKeyAreUnreadable(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		i := newInstallation(t, store)
		_, _ = i.issue(t)
		other := i.start(t, func(d *Deps) { d.Keys = sealed.New().Box("test") })
		if _, err := i.handshake(other, i.host); err == nil {
			t.Error("a key that was sealed with another one is served")
		}
		for _, path := range i.keyFiles(t) {
			if _, err := other.storage.Load(t.Context(), path); !errors.Is(err, sealed.ErrOpen) {
				t.Errorf("%s: %v", path, err)
			}
		}
		if got := i.ca.Orders(i.host); got != 1 {
			t.Errorf("%d orders, want 1", got)
		}
	})
}

// keyFiles returns the paths of the stored private keys.
func (i *installation) keyFiles(t *testing.T) []string {
	t.Helper()
	all, err := i.store.CertificateFiles(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, f := range all {
		if strings.HasSuffix(f.Path, keySuffix) {
			keys = append(keys, f.Path)
		}
	}
	return keys
}
