package records_test

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/idempotency"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func aClaim(user, key string, at time.Time) idempotency.Claim {
	return idempotency.Claim{
		UserID: user, Key: sha256.Sum256([]byte(key)), Fingerprint: sha256.Sum256([]byte("request of " + key)), Role: access.Editor,
		Token: key + at.String(), At: at, Until: at.Add(time.Minute),
	}
}

func TestStore_IdempotencyKeyIsClaimedOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now := t.Context(), testkit.Day()
		oldest := now.Add(-time.Hour)
		first := aClaim("usr_1", "a", now)
		if _, claimed, err := s.ClaimIdempotencyKey(ctx, first, oldest); err != nil || !claimed {
			t.Fatal(claimed, err)
		}
		second := aClaim("usr_1", "a", now.Add(time.Second))
		if entry, claimed, err := s.ClaimIdempotencyKey(ctx, second, oldest); err != nil || claimed || entry.Response != nil || entry.Fingerprint != first.Fingerprint {
			t.Errorf("while in progress: %+v %v %v", entry, claimed, err)
		}
		if _, claimed, err := s.ClaimIdempotencyKey(ctx, aClaim("usr_2", "a", now), oldest); err != nil || !claimed {
			t.Errorf("of another user: %v %v", claimed, err)
		}
		want := idempotency.Response{Status: 201, Header: map[string][]string{"Etag": {`"1"`}}, Body: []byte(`{"id":"ä"}`)}
		if err := s.StoreIdempotentResponse(ctx, first, want, 10, 1_000); err != nil {
			t.Fatal(err)
		}
		entry, claimed, err := s.ClaimIdempotencyKey(ctx, second, oldest)
		if err != nil || claimed || entry.Response == nil {
			t.Fatal(entry, claimed, err)
		}
		if diff := cmp.Diff(want, *entry.Response); diff != "" || entry.Role != access.Editor {
			t.Errorf("the role is %q", entry.Role)
			t.Error(diff)
		}
		if _, claimed, err := s.ClaimIdempotencyKey(ctx, second, now.Add(time.Millisecond)); err != nil || !claimed {
			t.Errorf("after the response expired: %v %v", claimed, err)
		}
	})
}

func TestStore_IdempotencyClaimEndsWithItsLease(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now := t.Context(), testkit.Day()
		oldest := now.Add(-time.Hour)
		crashed, next := aClaim("usr_1", "a", now), aClaim("usr_1", "a", now.Add(time.Minute))
		for _, c := range []idempotency.Claim{crashed, next} {
			if _, claimed, err := s.ClaimIdempotencyKey(ctx, c, oldest); err != nil || !claimed {
				t.Fatal(claimed, err)
			}
		}
		if err := s.StoreIdempotentResponse(ctx, crashed, idempotency.Response{Status: 200}, 10, 1_000); !fault.Is(err, fault.NotFound) {
			t.Errorf("stored without a lease: %v", err)
		}
		if err := s.ReleaseIdempotencyKey(ctx, next); err != nil {
			t.Fatal(err)
		}
		if _, claimed, err := s.ClaimIdempotencyKey(ctx, crashed, oldest); err != nil || !claimed {
			t.Errorf("after a release: %v %v", claimed, err)
		}
		if err := s.DeleteIdempotencyKeys(ctx, now.Add(time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, claimed, err := s.ClaimIdempotencyKey(ctx, crashed, oldest); err != nil || !claimed {
			t.Errorf("after the cleanup: %v %v", claimed, err)
		}
	})
}

func TestStore_IdempotentResponsesAreBoundedPerUser(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now := t.Context(), testkit.Day()
		store := func(user string, i, bytes, maxResponses, maxBytes int) {
			t.Helper()
			c := aClaim(user, strconv.Itoa(i), now.Add(time.Duration(i)*time.Second))
			if _, claimed, err := s.ClaimIdempotencyKey(ctx, c, now.Add(-time.Hour)); err != nil || !claimed {
				t.Fatal(claimed, err)
			}
			r := idempotency.Response{Status: 200, Body: []byte(strings.Repeat("x", bytes))}
			if err := s.StoreIdempotentResponse(ctx, c, r, maxResponses, maxBytes); err != nil {
				t.Fatal(err)
			}
		}
		stored := func(user string, i int) bool {
			t.Helper()
			c := aClaim(user, strconv.Itoa(i), now.Add(time.Hour))
			entry, claimed, err := s.ClaimIdempotencyKey(ctx, c, now.Add(-time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			if claimed {
				_ = s.ReleaseIdempotencyKey(ctx, c)
			}
			return entry.Response != nil
		}
		store("usr_other", 0, 500, 3, 1_000)
		for i := range 5 {
			store("usr_1", i, 10, 3, 1_000)
		}
		for i, want := range []bool{false, false, true, true, true} {
			if got := stored("usr_1", i); got != want {
				t.Errorf("response %d of 5 stored: %v", i, got)
			}
		}
		store("usr_1", 5, 990, 3, 1_000)
		if stored("usr_1", 4) || !stored("usr_1", 5) || !stored("usr_other", 0) {
			t.Error("bytes are not bounded per user, oldest first")
		}
	})
}
