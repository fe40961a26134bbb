package utm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// onBoth runs a test on a new store of each engine.
func onBoth(t *testing.T, run func(t *testing.T, s *utm.Service, owner access.Actor)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		run(t, utm.NewService(s, clock.NewManual(testkit.Day())), testkit.Owner(t, s))
	})
}

func TestConventions_CheckReportsViolations(t *testing.T) {
	t.Parallel()
	conventions := utm.Conventions{
		LowerCase: true,
		Source:    utm.Convention{Required: true},
		Medium:    utm.Convention{Allowed: []string{"email", "print"}},
	}
	cases := map[string]struct {
		url    string
		params utm.Params
		want   []fault.Field
	}{
		"no violation": {"https://a.example", utm.Params{Source: "news", Medium: "email"}, nil},
		"required parameter in the destination": {
			"https://a.example/?utm_source=news#utm_medium=TV", utm.Params{}, nil,
		},
		"required parameter missing": {"https://a.example", utm.Params{}, []fault.Field{
			{Field: "utm.source", Message: "This workspace requires utm_source. Enter a value."},
		}},
		"uppercase": {"https://a.example", utm.Params{Source: "News", Ref: "ÄHRE"}, []fault.Field{
			{Field: "utm.source", Message: "This workspace requires lowercase values for utm_source. Use “news”."},
			{Field: "utm.ref", Message: "This workspace requires lowercase values for ref. Use “ähre”."},
		}},
		"uppercase in the destination": {"https://a.example?utm_source=News%20A", utm.Params{}, []fault.Field{
			{Field: "utm.source", Message: "This workspace requires lowercase values for utm_source. Use “news a”."},
		}},
		"the link's value overrides the destination's": {
			"https://a.example?utm_source=News", utm.Params{Source: "news"}, nil,
		},
		"value not listed": {"https://a.example", utm.Params{Source: "news", Medium: "tv"}, []fault.Field{
			{Field: "utm.medium", Message: "“tv” is not an allowed value of utm_medium. Use one of: email, print."},
		}},
		"malformed pair in the destination": {"https://a.example?%zz&utm_source=news", utm.Params{}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, conventions.Check(c.params.Effective(c.url))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestConventions_CheckTruncatesListOfAllowedValues(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprintf("m%02d", i))
	}
	conventions := utm.Conventions{Medium: utm.Convention{Allowed: many}}
	got := conventions.Check(utm.Params{Medium: "tv"})
	if len(got) != 1 || !strings.HasSuffix(got[0].Message, "m06, m07 and 12 more.") {
		t.Errorf("got %v", got)
	}
}

func TestService_SetConventionsRequiresAdmin(t *testing.T) {
	onBoth(t, func(t *testing.T, s *utm.Service, owner access.Actor) {
		first, err := s.Conventions(t.Context(), owner)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(utm.Conventions{FoldCase: true}, first); diff != "" {
			t.Errorf("before anything was set: %s", diff)
		}
		wanted := utm.Conventions{LowerCase: true, Medium: utm.Convention{Required: true, Allowed: []string{" print", "email", "print"}}}
		want := utm.Conventions{LowerCase: true, FoldCase: true, Medium: utm.Convention{Required: true, Allowed: []string{"email", "print"}}}
		for range 2 { // the second call replaces the first row
			if _, err := s.SetConventions(t.Context(), owner, wanted, nil); err != nil {
				t.Fatal(err)
			}
			got, err := s.Conventions(t.Context(), owner)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		}
		for role, code := range map[access.Role]fault.Code{access.Admin: "", access.Editor: fault.Forbidden, access.Viewer: fault.Forbidden} {
			actor := owner
			actor.Role = role
			if _, err := s.SetConventions(t.Context(), actor, want, nil); fault.CodeOf(err) != code {
				t.Errorf("SetConventions as %s: %v, want %q", role, err, code)
			}
			if _, err := s.Conventions(t.Context(), actor); err != nil {
				t.Errorf("Conventions as %s: %v", role, err)
			}
		}
	})
}

func TestService_SetConventionsKeepsOrSetsTheFoldingOfCase(t *testing.T) {
	onBoth(t, func(t *testing.T, s *utm.Service, owner access.Actor) {
		off, on := false, true
		for _, step := range []struct {
			set  *bool
			want bool
		}{{nil, true}, {&off, false}, {nil, false}, {&on, true}} {
			got, err := s.SetConventions(t.Context(), owner, utm.Conventions{FoldCase: !step.want}, step.set)
			if err != nil || got.FoldCase != step.want {
				t.Fatalf("%v, want %v: %v", got.FoldCase, step.want, err)
			}
		}
	})
}

func TestService_SetConventionsRejectsInvalidValues(t *testing.T) {
	onBoth(t, func(t *testing.T, s *utm.Service, owner access.Actor) {
		_, err := s.SetConventions(t.Context(), owner, utm.Conventions{
			LowerCase: true,
			Source:    utm.Convention{Allowed: []string{"News"}},
			Term:      utm.Convention{Allowed: []string{"a\x00b"}},
			Ref:       utm.Convention{Allowed: make([]string, utm.MaxAllowed)},
		}, nil)
		want := []fault.Field{
			{Field: "parameters.source.allowed[0]", Message: "“News” is not lowercase, but this workspace requires lowercase values. Use “news”."},
			{Field: "parameters.term.allowed[0]", Message: "Use at most 500 characters and no control characters."},
			{Field: "parameters.ref.allowed[0]", Message: "A value has at least one character."},
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid {
			t.Fatalf("SetConventions: %v", err)
		}
		if diff := cmp.Diff(want, f.Fields); diff != "" {
			t.Error(diff)
		}
	})
}
