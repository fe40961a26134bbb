package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// folder serves the operator's own certificates: pairs of <name>.crt, a chain in
// PEM, and <name>.key. It is safe for concurrent use.
type folder struct {
	path   string
	loaded atomic.Pointer[pairs]
}

// pairs are the loaded certificates.
type pairs struct {
	version string // of the files
	byName  map[string]*tls.Certificate
}

// openFolder loads the certificates of a folder. An empty path is an empty folder.
func openFolder(path string) (*folder, error) {
	f := &folder{path: path}
	f.loaded.Store(&pairs{})
	if path == "" {
		return f, nil
	}
	version, err := f.version()
	if err != nil {
		return nil, err
	}
	loaded, err := f.load(version)
	if err != nil {
		return nil, err
	}
	f.loaded.Store(loaded)
	return f, nil
}

// find returns the certificate of a host: one that names the host, else one with a
// wildcard for its first label, else nil.
func (f *folder) find(host string) *tls.Certificate {
	byName := f.loaded.Load().byName
	if len(byName) == 0 {
		return nil
	}
	if cert := byName[host]; cert != nil {
		return cert
	}
	_, parent, _ := strings.Cut(host, ".")
	return byName["*."+parent]
}

// reload loads the certificates again when a file has changed. After an error the
// earlier certificates stay in use.
func (f *folder) reload(ctx context.Context, log *slog.Logger) error {
	if f.path == "" {
		return nil
	}
	version, err := f.version()
	if err != nil || version == f.loaded.Load().version {
		return err
	}
	loaded, err := f.load(version)
	if err != nil {
		return err
	}
	f.loaded.Store(loaded)
	log.InfoContext(ctx, "own certificates loaded", "folder", f.path, "names", len(loaded.byName))
	return nil
}

// version returns a text that changes with every file of the folder.
func (f *folder) version() (string, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return "", fmt.Errorf("LINNET_TLS_CERTS: %w; name an existing folder with <name>.crt and <name>.key files", err)
	}
	var version strings.Builder
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".crt") && !strings.HasSuffix(entry.Name(), ".key") {
			continue
		}
		info, err := os.Stat(filepath.Join(f.path, entry.Name())) // follows links, which deployments swap
		if err != nil {
			return "", fmt.Errorf("LINNET_TLS_CERTS: %w", err)
		}
		fmt.Fprintf(&version, "%s %d %d\n", entry.Name(), info.Size(), info.ModTime().UnixNano())
	}
	return version.String(), nil
}

func (f *folder) load(version string) (*pairs, error) {
	paths, err := filepath.Glob(filepath.Join(f.path, "*.crt"))
	if err != nil {
		return nil, fmt.Errorf("LINNET_TLS_CERTS: %w", err)
	}
	loaded := &pairs{version: version, byName: map[string]*tls.Certificate{}}
	slices.Sort(paths)
	for _, path := range paths {
		cert, err := loadPair(path)
		if err != nil {
			return nil, err
		}
		for _, name := range cert.Leaf.DNSNames {
			name = strings.ToLower(strings.TrimSuffix(name, "."))
			// Of two certificates for one name, the one that is valid longer is served.
			if known := loaded.byName[name]; known == nil || known.Leaf.NotAfter.Before(cert.Leaf.NotAfter) {
				loaded.byName[name] = cert
			}
		}
	}
	return loaded, nil
}

func loadPair(path string) (*tls.Certificate, error) {
	key := strings.TrimSuffix(path, ".crt") + ".key"
	cert, err := tls.LoadX509KeyPair(path, key)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("LINNET_TLS_CERTS: %s needs its private key in %s: %w", path, key, err)
		}
		return nil, fmt.Errorf("LINNET_TLS_CERTS: %s and %s must be a certificate chain and its private key in PEM: %w", path, key, err)
	}
	if cert.Leaf == nil {
		if cert.Leaf, err = x509.ParseCertificate(cert.Certificate[0]); err != nil {
			return nil, fmt.Errorf("LINNET_TLS_CERTS: %s: %w", path, err)
		}
	}
	if len(cert.Leaf.DNSNames) == 0 {
		return nil, fmt.Errorf("LINNET_TLS_CERTS: %s names no host; it needs a subject alternative name of type DNS", path)
	}
	return &cert, nil
}
