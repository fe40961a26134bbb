package password

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"linnet/internal/base/fault"
)

func cheap() Params { return Params{MemoryKiB: 8, Iterations: 1} }

func TestHasher_MatchesOnlyTheHashedPassword(t *testing.T) {
	t.Parallel()
	h := New(Default())
	ctx := context.Background()
	const plain = "Correct horse 1!"
	hash, err := h.Hash(ctx, plain)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(hash, plain) {
		t.Errorf("hash %q", hash)
	}
	again, err := h.Hash(ctx, plain)
	if err != nil || again == hash {
		t.Errorf("two hashes of one password are equal (%v)", err)
	}
	for try, want := range map[string]bool{plain: true, plain + " ": false, "": false, strings.ToLower(plain): false} {
		if got, err := h.Matches(ctx, try, hash); err != nil || got != want {
			t.Errorf("Matches(%q) = %v, %v", try, got, err)
		}
	}
}

func TestHasher_MatchesHashesOfOtherParameters(t *testing.T) {
	t.Parallel()
	hash, err := New(cheap()).Hash(t.Context(), "Secret-12")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := New(Params{MemoryKiB: 64, Iterations: 3}).Matches(t.Context(), "Secret-12", hash); err != nil || !ok {
		t.Errorf("a hash with a lower cost does not match: %v %v", ok, err)
	}
}

func TestHasher_MatchesRejectsMalformedHashes(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{"", "plain", "$argon2id$v=19$m=8,t=1,p=1$!!$!!"} {
		if ok, err := New(cheap()).Matches(t.Context(), "x", hash); ok || err == nil {
			t.Errorf("Matches against %q = %v, %v", hash, ok, err)
		}
	}
}

func TestHasher_WaitEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := New(cheap())
		for range cap(h.slots) {
			if err := h.acquire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := h.Hash(ctx, "Secret-12")
			done <- err
		}()
		synctest.Wait()
		select {
		case err := <-done:
			t.Fatalf("hashed beyond the limit: %v", err)
		default:
		}
		cancel()
		if err := <-done; !fault.Is(err, fault.Unavailable) {
			t.Errorf("got %v", err)
		}
		h.release()
		if _, err := h.Hash(t.Context(), "Secret-12"); err != nil {
			t.Errorf("a released slot is not reused: %v", err)
		}
	})
}
