package savedview_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/savedview"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func onBoth(t *testing.T, run func(t *testing.T, s *savedview.Service, ada, bob access.Actor)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		run(t, savedview.NewService(s, clock.NewManual(testkit.Day())), testkit.Owner(t, s), testkit.Owner(t, s))
	})
}

func TestService_ViewsBelongToTheUser(t *testing.T) {
	onBoth(t, func(t *testing.T, s *savedview.Service, ada, bob access.Actor) {
		made, err := s.Create(t.Context(), ada, savedview.Settings{Name: "  Spring,  by clicks ", Query: "?tag=spring&sort=clickCount"})
		if err != nil || made.Name != "Spring, by clicks" || made.Query != "tag=spring&sort=clickCount" {
			t.Fatalf("%+v, %v", made, err)
		}
		changed, err := s.Update(t.Context(), ada, made.ID, func(v *savedview.Settings) { v.Query = "tag=summer" })
		if err != nil || changed.Name != made.Name || changed.Query != "tag=summer" {
			t.Fatalf("%+v, %v", changed, err)
		}
		all, err := s.List(t.Context(), ada)
		if diff := cmp.Diff([]savedview.View{changed}, all); diff != "" || err != nil {
			t.Error(diff, err)
		}
		// Bob in Ada's workspace is another user; Ada elsewhere has none.
		here, elsewhere := ada, ada
		here.UserID, elsewhere.WorkspaceID = bob.UserID, bob.WorkspaceID
		for who, a := range map[string]access.Actor{"bob": bob, "bob beside her": here, "ada elsewhere": elsewhere} {
			if others, err := s.List(t.Context(), a); err != nil || len(others) != 0 {
				t.Errorf("%s sees %v, %v", who, others, err)
			}
			if _, err := s.Update(t.Context(), a, made.ID, func(v *savedview.Settings) { v.Name = "Mine" }); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s changes it: %v", who, err)
			}
			if err := s.Delete(t.Context(), a, made.ID); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s deletes it: %v", who, err)
			}
		}
		if err := s.Delete(t.Context(), ada, made.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestService_ValidatesViews(t *testing.T) {
	onBoth(t, func(t *testing.T, s *savedview.Service, ada, _ access.Actor) {
		for name, c := range map[string][3]string{
			"no name":           {" ", "", "name"},
			"a long name":       {strings.Repeat("ü", savedview.MaxName+1), "", "name"},
			"a name of control": {"a\x00b", "", "name"},
			"no query at all":   {"a", "%zz", "query"},
			"a long query":      {"a", strings.Repeat("q", savedview.MaxQuery+1), "query"},
		} {
			_, err := s.Create(t.Context(), ada, savedview.Settings{Name: c[0], Query: c[1]})
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != c[2] {
				t.Errorf("%s: %v", name, err)
			}
		}
		for i := range savedview.MaxViews {
			if _, err := s.Create(t.Context(), ada, savedview.Settings{Name: fmt.Sprintf("View %d", i)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Create(t.Context(), ada, savedview.Settings{Name: "One more"}); !fault.Is(err, fault.LimitReached) {
			t.Errorf("one more: %v", err)
		}
		all, err := s.List(t.Context(), ada)
		if err != nil || len(all) != savedview.MaxViews {
			t.Fatalf("%d, %v", len(all), err)
		}
		other := all[0]
		if other.Name == "View 1" { // all were made in the same millisecond
			other = all[1]
		}
		if _, err := s.Update(t.Context(), ada, other.ID, func(v *savedview.Settings) { v.Name = "VIEW 1" }); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second of the same name: %v", err)
		}
	})
}
