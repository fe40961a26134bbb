package records_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/locale"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func aDomain(host string) domain.Domain {
	return domain.Domain{ID: ident.New(ident.Domain), Host: host, CreatedAt: testkit.Day(), UpdatedAt: testkit.Day()}
}

func TestStore_HasOneDefaultDomain(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		var wg sync.WaitGroup
		ids := make(chan string, 8)
		for range cap(ids) {
			wg.Go(func() {
				d, err := s.PutDefaultDomain(t.Context(), aDomain("go.example.com"), false)
				if err != nil {
					t.Error(err)
				}
				ids <- d.ID
			})
		}
		wg.Wait()
		first := <-ids
		for range cap(ids) - 1 {
			if id := <-ids; id != first {
				t.Errorf("two default domains: %s and %s", first, id)
			}
		}
		moved, err := s.PutDefaultDomain(t.Context(), aDomain("new.example.com"), false)
		if err != nil || moved.ID != first || moved.Host != "new.example.com" {
			t.Errorf("moved: %+v, %v", moved, err)
		}
		if d, err := s.DomainByHost(t.Context(), "new.example.com"); err != nil || d.ID != first || !d.IsDefault() {
			t.Errorf("by host: %+v, %v", d, err)
		}
		if _, err := s.DomainByHost(t.Context(), "go.example.com"); !fault.Is(err, fault.NotFound) {
			t.Errorf("the old host: %v", err)
		}
		if all, err := s.Domains(t.Context(), "wsp_any"); err != nil || len(all) != 1 {
			t.Errorf("all: %+v, %v", all, err)
		}
	})
}

func TestStore_StoresTheLanguageOfADomain(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		d, err := s.PutDefaultDomain(t.Context(), aDomain("go.example.com"), false)
		if err != nil || d.Language != "" {
			t.Fatalf("a new domain is in %q, %v", d.Language, err)
		}
		for _, tag := range []locale.Fixed{"zh-Hant", ""} {
			_, err := s.ChangeDomain(t.Context(), "", d.ID, func(d *domain.Domain) ([]event.Event, error) {
				d.Language = tag
				return nil, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := s.DomainByHost(t.Context(), d.Host); err != nil || got.Language != tag {
				t.Errorf("stored %q, read %q, %v", tag, got.Language, err)
			}
		}
	})
}

func TestStore_DefaultDomainWithAliasesMovesOnlyOnRequest(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		putLink(t, s, owner, nil, "launch")
		current, err := s.DomainByHost(t.Context(), testkit.Host)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := s.PutDefaultDomain(t.Context(), aDomain("other.example.com"), false); err != nil || d.Host != testkit.Host || d.ID != current.ID {
			t.Errorf("without move: %+v, %v", d, err)
		}
		if d, err := s.DomainByHost(t.Context(), testkit.Host); err != nil || d.ID != current.ID {
			t.Errorf("the domain moved: %+v, %v", d, err)
		}
		if d, err := s.PutDefaultDomain(t.Context(), aDomain("other.example.com"), true); err != nil || d.Host != "other.example.com" || d.ID != current.ID {
			t.Errorf("with move: %+v, %v", d, err)
		}
	})
}

func TestStore_ServedHostsAreThoseThatHaveADomain(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		want := []string{testkit.Host}
		for _, status := range []domain.Status{domain.Pending, domain.Verified, domain.Failing} {
			for _, deleted := range []bool{false, true} {
				d := aDomain(fmt.Sprintf("%s-%v.example", status, deleted))
				d.WorkspaceID, d.Status, d.Version = owner.WorkspaceID, status, 1
				if deleted {
					d.DeletedAt = testkit.Day()
				}
				if err := s.InsertDomain(t.Context(), d, 0, event.Event{}); err != nil {
					t.Fatal(err)
				}
				if _, err := s.DomainByHost(t.Context(), d.Host); err == nil {
					want = append(want, d.Host)
				}
			}
		}
		if len(want) != 3 {
			t.Fatalf("domains of %v are found by host, want the default one and two others", want)
		}
		got, err := s.ServedHosts(t.Context())
		slices.Sort(want)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("served are %v, %v, want %v", got, err, want)
		}
		if n, err := s.FailingDomains(t.Context()); n != 1 || err != nil {
			t.Errorf("%d domains fail, %v", n, err)
		}
	})
}
