// Package password hashes what people choose as secrets: argon2id, with only
// so many at work at a time that memory and processor stay whole.
package password

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"

	"linnet/internal/base/fault"
)

// Params says how much work a hash is.
type Params struct {
	MemoryKiB  uint32
	Iterations uint32
}

// Default is the least that OWASP's password storage cheat sheet asks of
// argon2id: 19 MiB, two passes, one lane; some 20 ms of one core.
func Default() Params { return Params{MemoryKiB: 19 * 1024, Iterations: 2} }

// Hasher makes and checks hashes. Any number of goroutines may use it.
type Hasher struct {
	params argon2id.Params
	slots  chan struct{}
}

// New returns a hasher that works on at most one hash a core at a time: a
// thousand logins at once take their turn instead of 19 GiB.
func New(p Params) *Hasher {
	return &Hasher{
		params: argon2id.Params{Memory: p.MemoryKiB, Iterations: p.Iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32},
		slots:  make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
}

// Slots returns a hasher with the same parameters that works on at most n
// hashes at a time, apart from h's.
func (h *Hasher) Slots(n int) *Hasher {
	return &Hasher{params: h.params, slots: make(chan struct{}, n)}
}

// Hash returns the hash of plain in argon2's usual text form, with its salt
// and its parameters. It is Unavailable when ctx ends before its turn.
func (h *Hasher) Hash(ctx context.Context, plain string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	hash, err := argon2id.CreateHash(plain, &h.params)
	if err != nil {
		return "", fmt.Errorf("password: hash: %w", err)
	}
	return hash, nil
}

// Matches reports whether hash was made of plain, in a time that does not
// depend on how much of it is right.
func (h *Hasher) Matches(ctx context.Context, plain, hash string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	ok, err := argon2id.ComparePasswordAndHash(plain, hash)
	if err != nil {
		return false, fmt.Errorf("password: compare: %w", err)
	}
	return ok, nil
}

// Stale reports whether hash was made with other parameters than Hash uses now.
func (h *Hasher) Stale(hash string) bool {
	params, _, _, err := argon2id.DecodeHash(hash)
	return err == nil && *params != h.params
}

func (h *Hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.Wrap(ctx.Err(), fault.Unavailable, "Linnet is busy right now. Please try again in a moment.")
	}
}

func (h *Hasher) leave() { <-h.slots }
