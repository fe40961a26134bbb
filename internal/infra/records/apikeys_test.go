package records_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/event"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func anAPIKey(a access.Actor, name string, at time.Time) apikey.Key {
	return apikey.Key{
		ID: ident.New(ident.APIKey), WorkspaceID: a.WorkspaceID, UserID: a.UserID, Name: name, Prefix: "lnt_abc",
		Scopes:    access.ScopesOf(access.LinksWrite, access.TrackWrite),
		Networks:  []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("2001:db8::/32")},
		CreatedAt: at, ExpiresAt: at.Add(time.Hour), UniqueURLs: true, UserName: "Ada Byron", UserRole: access.Owner,
	}
}

func keyEvent(k apikey.Key, kind event.Kind, at time.Time) event.Event {
	return event.New(event.Actor{Kind: event.User, ID: k.UserID}, kind, k.WorkspaceID, k.ID, event.None{}, at)
}

var comparePrefixes = cmpopts.EquateComparable(netip.Prefix{})

func TestStore_APIKeyRoundTrip(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now, owner := t.Context(), testkit.Day(), testkit.Owner(t, s)
		k := anAPIKey(owner, "Deploy", now)
		secret := apikey.SecretHash(ident.NewSecret("").Hash)
		if err := s.InsertAPIKey(ctx, k, secret, 1, keyEvent(k, event.KeyCreated, now)); err != nil {
			t.Fatal(err)
		}
		second := anAPIKey(owner, "Another", now)
		other := apikey.SecretHash(ident.NewSecret("").Hash)
		if err := s.InsertAPIKey(ctx, second, other, 1, keyEvent(second, event.KeyCreated, now)); !fault.Is(err, fault.LimitReached) {
			t.Errorf("above the limit: %v", err)
		}
		for name, read := range map[string]func() (apikey.Key, error){
			"by id":     func() (apikey.Key, error) { return s.APIKey(ctx, k.WorkspaceID, k.ID) },
			"by secret": func() (apikey.Key, error) { return s.APIKeyBySecret(ctx, secret, now.Add(100*time.Hour)) },
			"in list": func() (apikey.Key, error) {
				all, err := s.APIKeys(ctx, k.WorkspaceID)
				return all[0], err
			},
		} {
			got, err := read()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff(k, got, comparePrefixes); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		if _, err := s.APIKey(ctx, "wsp_other", k.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("from another workspace: %v", err)
		}
		k.Name, k.Networks, k.Scopes, k.ExpiresAt = "Backup", nil, access.ScopesOf(access.QRRead), time.Time{}
		if _, err := s.ChangeAPIKey(ctx, k.WorkspaceID, k.ID, setTo(k, keyEvent(k, event.KeyUpdated, now))); err != nil {
			t.Fatal(err)
		}
		if got, err := s.APIKey(ctx, k.WorkspaceID, k.ID); err != nil || cmp.Diff(k, got, comparePrefixes) != "" {
			t.Errorf("updated: %+v, %v", got, err)
		}
		if names, err := s.ActorNames(ctx, []string{k.ID, owner.UserID, "usr_none"}); err != nil ||
			cmp.Diff(map[string]string{k.ID: "API key Backup", owner.UserID: "Ada Byron"}, names) != "" {
			t.Errorf("names %v, %v", names, err)
		}
	})
}

func TestStore_RotatedAPIKeyHasSecretsUntilTheOverlapEnds(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now, owner := t.Context(), testkit.Day(), testkit.Owner(t, s)
		k := anAPIKey(owner, "Deploy", now)
		secrets := make([]apikey.SecretHash, 3)
		for i := range secrets {
			secrets[i] = ident.NewSecret("").Hash
		}
		if err := s.InsertAPIKey(ctx, k, secrets[0], 10, keyEvent(k, event.KeyCreated, now)); err != nil {
			t.Fatal(err)
		}
		works := func(at time.Time) (out [3]bool) {
			for i, secret := range secrets {
				_, err := s.APIKeyBySecret(ctx, secret, at)
				if err != nil && !fault.Is(err, fault.NotFound) {
					t.Fatal(err)
				}
				out[i] = err == nil
			}
			return out
		}
		for i, overlap := range []time.Duration{time.Hour, time.Minute} {
			k.PreviousExpiresAt = now.Add(overlap)
			if _, err := s.RotateAPIKey(ctx, k.WorkspaceID, k.ID, secrets[i+1], now, setTo(k, keyEvent(k, event.KeyRotated, now))); err != nil {
				t.Fatal(err)
			}
		}
		if got := works(now.Add(time.Minute - time.Millisecond)); got != [3]bool{true, true, true} {
			t.Errorf("within the overlap: %v", got)
		}
		if got := works(now.Add(time.Minute)); got != [3]bool{false, false, true} {
			t.Errorf("after the overlap: %v", got)
		}
		if err := s.RevokeAPIKey(ctx, k.WorkspaceID, k.ID, keyEvent(k, event.KeyRevoked, now)); err != nil {
			t.Fatal(err)
		}
		if got := works(now); got != [3]bool{} {
			t.Errorf("revoked: %v", got)
		}
		if err := s.RevokeAPIKey(ctx, k.WorkspaceID, k.ID, keyEvent(k, event.KeyRevoked, now)); !fault.Is(err, fault.NotFound) {
			t.Errorf("revoked twice: %v", err)
		}
		if names, err := s.ActorNames(ctx, []string{k.ID}); err != nil || names[k.ID] != "API key Deploy" {
			t.Errorf("names of a revoked key: %v, %v", names, err)
		}
	})
}

func TestStore_RecordAPIKeyUsesKeepsTheLatest(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ctx, now, owner := t.Context(), testkit.Day(), testkit.Owner(t, s)
		k := anAPIKey(owner, "Deploy", now)
		if err := s.InsertAPIKey(ctx, k, ident.NewSecret("").Hash, 10, keyEvent(k, event.KeyCreated, now)); err != nil {
			t.Fatal(err)
		}
		for _, use := range []apikey.Use{
			{KeyID: k.ID, At: now.Add(time.Minute), Network: "192.0.2.0/24"}, {KeyID: k.ID, At: now, Network: "198.51.100.0/24"},
			{KeyID: "key_unknown", At: now},
		} {
			if err := s.RecordAPIKeyUses(ctx, []apikey.Use{use}); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.APIKey(ctx, k.WorkspaceID, k.ID)
		if err != nil || !got.LastUsedAt.Equal(now.Add(time.Minute)) || got.LastUsedNetwork != "192.0.2.0/24" {
			t.Errorf("last use %v %q, %v", got.LastUsedAt, got.LastUsedNetwork, err)
		}
	})
}
