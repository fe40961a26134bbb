package link_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/utm"
)

// countingConventions are a workspace's conventions that a test changes. They count
// how often they are read.
type countingConventions struct {
	utm.Conventions
	err   error
	reads int
}

func (a *countingConventions) UTMConventions(context.Context, string) (utm.Conventions, error) {
	a.reads++
	return a.Conventions, a.err
}

func strict() utm.Conventions {
	return utm.Conventions{LowerCase: true, Source: utm.Convention{Required: true, Allowed: []string{"news", "poster"}}}
}

func TestService_ChecksConventionsOfChangedCampaigns(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		conventions := &countingConventions{}
		service := b.within(func(g *guards) { g.Conventions = conventions })
		older, err := service.Create(t.Context(), b.owner, named("older"))
		if err != nil {
			t.Fatal(err)
		}
		conventions.Conventions = strict()

		bad := named("bad")
		bad.URL, bad.UTM = "no address", utm.Params{Source: "News", Medium: "TV"}
		_, err = service.Create(t.Context(), b.owner, bad)
		if got := fieldsOf(err); !slices.Equal(got, []string{"url"}) {
			t.Errorf("an address that is none has no campaign: %v", got)
		}
		bad.URL = "https://example.com/?x"
		_, err = service.Create(t.Context(), b.owner, bad)
		if got := fieldsOf(err); !fault.Is(err, fault.Invalid) || !slices.Equal(got, []string{"utm.medium", "utm.source"}) {
			t.Errorf("a campaign in upper case: %v", err)
		}
		mail := named("mail")
		mail.URL = "mailto:ada@example.com"
		if _, err := service.Create(t.Context(), b.owner, mail); err != nil {
			t.Errorf("a mail address has no campaign: %v", err)
		}

		title := func(d *link.Draft) { d.Title = "New" }
		if _, err := service.Update(t.Context(), b.owner, older.ID, nil, title); err != nil {
			t.Errorf("a change of an older link that leaves its campaign alone: %v", err)
		}
		for name, edit := range map[string]link.Edit{
			"values":      func(d *link.Draft) { d.UTM = utm.Params{Source: "mail"} },
			"destination": func(d *link.Draft) { d.URL = "https://example.com/?utm_source=mail" },
		} {
			_, err := service.Update(t.Context(), b.owner, older.ID, nil, edit)
			if got := fieldsOf(err); !slices.Equal(got, []string{"utm.source"}) {
				t.Errorf("a change of the %s: %v", name, err)
			}
		}
		if _, err := service.Update(t.Context(), b.owner, older.ID, nil, func(d *link.Draft) { d.UTM = utm.Params{Source: "poster"} }); err != nil {
			t.Errorf("a campaign as asked: %v", err)
		}
	})
}

func TestService_CreateManyReadsConventionsOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		conventions := &countingConventions{Conventions: strict()}
		service := b.within(func(g *guards) { g.Conventions = conventions })
		good := func() link.Draft {
			return link.Draft{Settings: link.Settings{URL: "https://example.com/?utm_source=news"}}
		}
		results, err := service.CreateMany(t.Context(), b.owner, []link.Draft{good(), {Settings: link.Settings{URL: "https://example.com/"}}, good()})
		if err != nil {
			t.Fatal(err)
		}
		if results[0].Err != nil || results[2].Err != nil || !slices.Equal(fieldsOf(results[1].Err), []string{"utm.source"}) {
			t.Errorf("results: %v, %v, %v", results[0].Err, results[1].Err, results[2].Err)
		}
		if conventions.reads != 1 {
			t.Errorf("read %d times for three links", conventions.reads)
		}
		conventions.err = errors.New("disk on fire")
		if _, err := service.CreateMany(t.Context(), b.owner, []link.Draft{good()}); err == nil {
			t.Error("a link was made without knowing what is asked of it")
		}
	})
}
