// Package password hashes passwords with argon2id and bounds the concurrent
// hashes.
package password

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"

	"linnet/internal/base/fault"
)

// Params are the cost parameters of a hash.
type Params struct {
	MemoryKiB  uint32
	Iterations uint32
}

// Default returns the minimum that OWASP recommends for argon2id: 19 MiB, two
// iterations, one lane; about 20 ms on one core.
func Default() Params { return Params{MemoryKiB: 19 * 1024, Iterations: 2} }

// Hasher computes and compares hashes. It is safe for concurrent use.
type Hasher struct {
	params argon2id.Params
	slots  chan struct{}
}

// New returns a hasher that computes at most one hash per core at a time. Further
// calls wait, so that a thousand concurrent logins do not need 19 GiB.
func New(p Params) *Hasher {
	return &Hasher{
		params: argon2id.Params{Memory: p.MemoryKiB, Iterations: p.Iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32},
		slots:  make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
}

// Slots returns a hasher with the same parameters and a separate limit of n
// concurrent hashes.
func (h *Hasher) Slots(n int) *Hasher {
	return &Hasher{params: h.params, slots: make(chan struct{}, n)}
}

// Hash returns the hash of plain in the PHC string format. The error is an
// Unavailable fault when ctx ends while the call waits.
func (h *Hasher) Hash(ctx context.Context, plain string) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer h.release()
	hash, err := argon2id.CreateHash(plain, &h.params)
	if err != nil {
		return "", fmt.Errorf("password: hash: %w", err)
	}
	return hash, nil
}

// Matches reports whether hash is a hash of plain, in constant time. The error is
// an Unavailable fault when ctx ends while the call waits.
func (h *Hasher) Matches(ctx context.Context, plain, hash string) (bool, error) {
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer h.release()
	ok, err := argon2id.ComparePasswordAndHash(plain, hash)
	if err != nil {
		return false, fmt.Errorf("password: compare: %w", err)
	}
	return ok, nil
}

// Stale reports whether hash has other parameters than those of h.
func (h *Hasher) Stale(hash string) bool {
	params, _, _, err := argon2id.DecodeHash(hash)
	return err == nil && *params != h.params
}

func (h *Hasher) acquire(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.Wrap(ctx.Err(), fault.Unavailable, "Linnet is busy right now. Please try again in a moment.")
	}
}

func (h *Hasher) release() { <-h.slots }
