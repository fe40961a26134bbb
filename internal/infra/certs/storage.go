package certs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
	"linnet/internal/base/sealed"
)

// Bounds of a lock.
const (
	lockTTL  = time.Minute            // after which the lock of a node that died is free
	lockPoll = 250 * time.Millisecond // between two attempts to acquire a lock
)

// keySuffix ends the names of files with private keys: those of certificates and of
// the account at the CA.
const keySuffix = ".key"

// storage implements certmagic.Storage over the record store, which all nodes of
// an install share. Private keys are sealed. Locks are leases: they end by
// themselves when a node dies.
type storage struct {
	store  Store
	keys   *sealed.Box
	leases loop.Leases
	node   string // unique for each process
	clock  clock.Clock

	mu    sync.Mutex
	locks map[string]func() // by name: ends the renewal of the lease and waits for its end
}

var _ certmagic.Storage = (*storage)(nil)

func newStorage(d Deps) *storage {
	return &storage{store: d.Store, keys: d.Keys, leases: d.Leases, node: d.Node, clock: d.Clock, locks: map[string]func(){}}
}

// Store implements certmagic.Storage.
func (s *storage) Store(ctx context.Context, key string, value []byte) error {
	if strings.HasSuffix(key, keySuffix) {
		value = s.keys.Seal(value, key)
	}
	return s.store.PutCertificateFile(ctx, key, value, s.clock.Now())
}

// Load implements certmagic.Storage. The error of a missing key is
// fs.ErrNotExist.
func (s *storage) Load(ctx context.Context, key string) ([]byte, error) {
	content, err := s.store.CertificateFile(ctx, key)
	if err != nil {
		return nil, notExist(err)
	}
	if !sealed.Sealed(content) {
		return content, nil
	}
	if content, err = s.keys.Open(content, key); err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return content, nil
}

// sealPlain seals the private keys that earlier versions have stored in plain. A
// file that changes in the meantime stays as it is: only this version writes.
func (s *storage) sealPlain(ctx context.Context) error {
	all, err := s.store.CertificateFiles(ctx, "")
	if err != nil {
		return err
	}
	for _, f := range all {
		if !strings.HasSuffix(f.Path, keySuffix) {
			continue
		}
		content, err := s.store.CertificateFile(ctx, f.Path)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err == nil && !sealed.Sealed(content) {
			_, err = s.store.ReplaceCertificateFile(ctx, f.Path, content, s.keys.Seal(content, f.Path))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Delete implements certmagic.Storage.
func (s *storage) Delete(ctx context.Context, key string) error {
	return s.store.DeleteCertificateFiles(ctx, key)
}

// Exists implements certmagic.Storage.
func (s *storage) Exists(ctx context.Context, key string) bool {
	_, err := s.Stat(ctx, key)
	return err == nil
}

// List implements certmagic.Storage.
func (s *storage) List(ctx context.Context, folder string, recursive bool) ([]string, error) {
	folder = strings.Trim(folder, "/")
	found, err := s.store.CertificateFiles(ctx, folder)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fs.ErrNotExist
	}
	prefix := ""
	if folder != "" {
		prefix = folder + "/"
	}
	var keys []string
	for _, f := range found {
		key := f.Path
		if name, _, below := strings.Cut(strings.TrimPrefix(key, prefix), "/"); below && !recursive {
			key = prefix + name
		}
		keys = append(keys, key)
	}
	return slices.Compact(keys), nil
}

// Stat implements certmagic.Storage.
func (s *storage) Stat(ctx context.Context, key string) (certmagic.KeyInfo, error) {
	f, err := s.store.StatCertificateFile(ctx, key)
	if err == nil {
		return certmagic.KeyInfo{Key: key, Modified: f.ModifiedAt, Size: f.Size, IsTerminal: true}, nil
	}
	if !fault.Is(err, fault.NotFound) {
		return certmagic.KeyInfo{}, err
	}
	below, err := s.store.CertificateFiles(ctx, key)
	if err != nil {
		return certmagic.KeyInfo{}, err
	}
	if len(below) == 0 {
		return certmagic.KeyInfo{}, fs.ErrNotExist
	}
	return certmagic.KeyInfo{Key: key}, nil
}

// Lock implements certmagic.Locker. It polls until the lock is free or ctx ends,
// and renews the lease until Unlock. Locks exclude callers of one process, too.
func (s *storage) Lock(ctx context.Context, name string) error {
	for {
		ok, err := s.tryLock(ctx, name)
		if err != nil {
			return fmt.Errorf("acquire the lease %s: %w", name, err)
		}
		if ok {
			return nil
		}
		timer := time.NewTimer(lockPoll)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

func (s *storage) tryLock(ctx context.Context, name string) (bool, error) {
	renewal, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	s.mu.Lock()
	if _, held := s.locks[name]; held {
		s.mu.Unlock()
		cancel()
		return false, nil
	}
	s.locks[name] = func() { cancel(); renewing.Wait() }
	s.mu.Unlock()
	ok, err := s.acquire(ctx, name)
	if !ok || err != nil {
		s.forget(name)
		return false, err
	}
	renewing.Go(func() { s.renew(renewal, name) })
	return true, nil
}

func (s *storage) acquire(ctx context.Context, name string) (bool, error) {
	now := s.clock.Now()
	return s.leases.AcquireLease(ctx, leaseName(name), s.node, now, now.Add(lockTTL))
}

// renew prolongs the lease of a lock until ctx ends. A lease that is lost stays
// lost: the work that it protects checks the stored result, and at worst two
// nodes order one certificate.
func (s *storage) renew(ctx context.Context, name string) {
	tick := time.NewTicker(lockTTL / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_, _ = s.acquire(ctx, name)
		}
	}
}

// Unlock implements certmagic.Locker.
func (s *storage) Unlock(ctx context.Context, name string) error {
	if !s.forget(name) {
		return fmt.Errorf("the lock %s is not held", name)
	}
	return s.leases.ReleaseLease(ctx, leaseName(name), s.node)
}

// forget ends the renewal of a lock, and reports whether the lock was held.
func (s *storage) forget(name string) bool {
	s.mu.Lock()
	end, held := s.locks[name]
	delete(s.locks, name)
	s.mu.Unlock()
	if held {
		end()
	}
	return held
}

func leaseName(lock string) string { return "certificate " + lock }

// notExist returns fs.ErrNotExist for a NotFound, as certmagic expects.
func notExist(err error) error {
	if fault.Is(err, fault.NotFound) {
		return errors.Join(fs.ErrNotExist, err)
	}
	return err
}
