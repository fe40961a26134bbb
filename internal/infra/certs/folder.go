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
	"time"
)

// folder serves the operator's own certificates: pairs of <name>.crt, a chain in
// PEM, and <name>.key. A pair that cannot be loaded does not affect the others. It is
// safe for concurrent use; reload is called by one goroutine.
type folder struct {
	path   string
	loaded atomic.Pointer[pairs]
	logged map[string]string // by file: the problem that was logged last
}

// pairs are the loaded certificates.
type pairs struct {
	version string // of the files
	files   []OwnCertificate
	byName  map[string]*tls.Certificate
}

// OwnCertificate is a certificate in the operator's folder.
type OwnCertificate struct {
	File string // of the chain
	// Leaf is the certificate; nil if it was never loaded.
	Leaf *x509.Certificate
	// Err is why the pair of files cannot be loaded. An earlier Leaf then stays in use.
	Err error

	pair *tls.Certificate // nil if it was never loaded
}

// problem returns what is wrong with the certificate at a time, nil for nothing.
func (c OwnCertificate) problem(now time.Time) error {
	if c.Err == nil && !now.Before(c.Leaf.NotAfter) {
		return fmt.Errorf("%s has expired on %s; replace it", c.File, c.Leaf.NotAfter.UTC().Format(time.DateOnly))
	}
	return c.Err
}

// OwnCertificates returns the certificates of a folder, by file.
func OwnCertificates(path string) ([]OwnCertificate, error) {
	f, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	return f.loaded.Load().files, nil
}

// openFolder loads the certificates of a folder. An empty path is an empty folder.
func openFolder(path string) (*folder, error) {
	f := &folder{path: path, logged: map[string]string{}}
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

// reload loads the certificates again when a file has changed. While the folder cannot
// be read the earlier certificates stay in use.
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

// health returns the problems of all certificates at a time, nil for none.
func (f *folder) health(now time.Time) error {
	var problems []error
	for _, c := range f.loaded.Load().files {
		problems = append(problems, c.problem(now))
	}
	return errors.Join(problems...)
}

// logProblems logs each problem once: as an error that a pair cannot be loaded, as a
// warning that a certificate has expired.
func (f *folder) logProblems(ctx context.Context, now time.Time, log *slog.Logger) {
	for _, c := range f.loaded.Load().files {
		problem := c.problem(now)
		switch {
		case problem == nil:
			delete(f.logged, c.File)
			continue
		case f.logged[c.File] == problem.Error():
			continue
		case c.Err != nil:
			log.ErrorContext(ctx, "own certificate cannot be loaded", "file", c.File, "err", problem)
		default:
			log.WarnContext(ctx, "own certificate has expired", "file", c.File, "expired", c.Leaf.NotAfter)
		}
		f.logged[c.File] = problem.Error()
	}
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
	earlier := map[string]OwnCertificate{}
	for _, c := range f.loaded.Load().files {
		earlier[c.File] = c
	}
	loaded := &pairs{version: version, byName: map[string]*tls.Certificate{}}
	slices.Sort(paths)
	for _, path := range paths {
		own := OwnCertificate{File: path}
		cert, err := loadPair(path)
		if err == nil {
			own.pair, own.Leaf = cert, cert.Leaf
		} else {
			cert = earlier[path].pair
			own.pair, own.Leaf, own.Err = cert, earlier[path].Leaf, err
		}
		loaded.files = append(loaded.files, own)
		if cert == nil {
			continue
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
