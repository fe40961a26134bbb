package label_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/core/routing"
)

func TestConventionsJudgeACampaign(t *testing.T) {
	t.Parallel()
	asks := label.Conventions{
		LowerCase: true,
		Source:    label.Convention{Required: true},
		Medium:    label.Convention{Allowed: []string{"email", "print"}},
	}
	cases := map[string]struct {
		url  string
		own  routing.UTM
		want []fault.Field
	}{
		"all as asked": {"https://a.example", routing.UTM{Source: "news", Medium: "email"}, nil},
		"a source that the destination has": {
			"https://a.example/?utm_source=news#utm_medium=TV", routing.UTM{}, nil,
		},
		"none": {"https://a.example", routing.UTM{}, []fault.Field{
			{Field: "utm.source", Message: "Every link of this workspace needs utm_source. Fill it in."},
		}},
		"upper case": {"https://a.example", routing.UTM{Source: "News", Ref: "ÄHRE"}, []fault.Field{
			{Field: "utm.source", Message: "This workspace writes utm_source in lower case: “news”."},
			{Field: "utm.ref", Message: "This workspace writes ref in lower case: “ähre”."},
		}},
		"upper case in the destination": {"https://a.example?utm_source=News%20A", routing.UTM{}, []fault.Field{
			{Field: "utm.source", Message: "This workspace writes utm_source in lower case: “news a”."},
		}},
		"the link's own before the destination's": {
			"https://a.example?utm_source=News", routing.UTM{Source: "news"}, nil,
		},
		"a value that is not listed": {"https://a.example", routing.UTM{Source: "news", Medium: "tv"}, []fault.Field{
			{Field: "utm.medium", Message: "“tv” is none of the values that this workspace allows for utm_medium: email, print."},
		}},
		"a query that cannot be read whole": {"https://a.example?%zz&utm_source=news", routing.UTM{}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, asks.Check(routing.Campaign(c.url, c.own))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestASentenceNamesAFewOfManyValues(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprintf("m%02d", i))
	}
	asks := label.Conventions{Medium: label.Convention{Allowed: many}}
	got := asks.Check(routing.UTM{Medium: "tv"})
	if len(got) != 1 || !strings.HasSuffix(got[0].Message, "m06, m07 and 12 more.") {
		t.Errorf("got %v", got)
	}
}

func TestConventionsAreKeptByOwnersAndAdmins(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		first, err := b.Conventions(t.Context(), b.owner)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(label.Conventions{}, first); diff != "" {
			t.Errorf("before anything was set: %s", diff)
		}
		wanted := label.Conventions{LowerCase: true, Medium: label.Convention{Required: true, Allowed: []string{" print", "email", "print"}}}
		want := label.Conventions{LowerCase: true, Medium: label.Convention{Required: true, Allowed: []string{"email", "print"}}}
		for range 2 { // the second time there is a row to replace
			if _, err := b.SetConventions(t.Context(), b.owner, wanted); err != nil {
				t.Fatal(err)
			}
			got, err := b.Conventions(t.Context(), b.owner)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		}
		for role, code := range map[access.Role]fault.Code{access.Admin: "", access.Editor: fault.Forbidden, access.Viewer: fault.Forbidden} {
			actor := b.owner
			actor.Role = role
			if _, err := b.SetConventions(t.Context(), actor, want); fault.CodeOf(err) != code {
				t.Errorf("%s sets them: %v, want %q", role, err, code)
			}
			if _, err := b.Conventions(t.Context(), actor); err != nil {
				t.Errorf("%s reads them: %v", role, err)
			}
		}
	})
}

func TestConventionsThatNoLinkCouldMeetAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		_, err := b.SetConventions(t.Context(), b.owner, label.Conventions{
			LowerCase: true,
			Source:    label.Convention{Allowed: []string{"News"}},
			Term:      label.Convention{Allowed: []string{"a\x00b"}},
			Ref:       label.Convention{Allowed: make([]string, routing.MaxAllowed)},
		})
		want := []fault.Field{
			{Field: "parameters.source.allowed[0]", Message: "“News” is not in lower case, as you ask of all values. Write “news”."},
			{Field: "parameters.term.allowed[0]", Message: "At most 500 characters, none of them control characters."},
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
