package dub

import (
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/null"
	"linnet/internal/core/domain"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// shownDomain is a domain as Dub returns it.
type shownDomain struct {
	ID                      string    `json:"id"`
	Slug                    string    `json:"slug"`
	Verified                bool      `json:"verified"`
	Primary                 bool      `json:"primary"` // the domain of new links that name none
	Archived                bool      `json:"archived"`
	Placeholder             *string   `json:"placeholder"`
	ExpiredURL              null.Text `json:"expiredUrl"`
	NotFoundURL             null.Text `json:"notFoundUrl"`
	Logo                    *string   `json:"logo"`
	AssetLinks              *string   `json:"assetLinks"`
	AppleAppSiteAssociation *string   `json:"appleAppSiteAssociation"`
	CreatedAt               string    `json:"createdAt"`
	UpdatedAt               string    `json:"updatedAt"`
	RegisteredDomain        *struct{} `json:"registeredDomain"`
}

func shownDomainOf(d *domain.Domain, primaryID string) shownDomain {
	return shownDomain{
		ID:                      d.ID,
		Slug:                    d.Host,
		Verified:                d.Serves(),
		Primary:                 d.ID == primaryID,
		ExpiredURL:              d.ExpiredURL,
		NotFoundURL:             d.NotFoundURL,
		AssetLinks:              apikit.TextOrNull(string(d.AssetLinks)),
		AppleAppSiteAssociation: apikit.TextOrNull(string(d.AppleAppSiteAssociation)),
		CreatedAt:               timestamp(d.CreatedAt),
		UpdatedAt:               timestamp(d.UpdatedAt),
	}
}

// primary returns the id of the domain of new links.
func (a *api) primary(c *compat.Call) (string, error) {
	d, err := a.Domains.Usable(c.Context(), c.Actor.WorkspaceID, c.Domain)
	return d.ID, err
}

func (a *api) answerDomain(w http.ResponseWriter, c *compat.Call, status int, d *domain.Domain) error {
	primary, err := a.primary(c)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, status, shownDomainOf(d, primary))
}

func (a *api) listDomains(w http.ResponseWriter, c *compat.Call) error {
	all, err := a.Domains.List(c.Context(), c.Actor, c.URL.Query().Get("search"))
	if err != nil {
		return err
	}
	primary, err := a.primary(c)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(x, y domain.Detail) int { return rank(&x.Domain, primary) - rank(&y.Domain, primary) })
	if isTrue(c, "archived") {
		all = nil // Linnet archives none
	}
	page, err := pageOf(c, all)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, apikit.Map(page, func(d domain.Detail) shownDomain { return shownDomainOf(&d.Domain, primary) }))
}

// rank sorts the domain of new links before the others.
func rank(d *domain.Domain, primaryID string) int {
	if d.ID == primaryID {
		return 0
	}
	return 1
}

// domain returns the domain with the slug of a path.
func (a *api) domain(c *compat.Call) (*domain.Domain, error) {
	all, err := a.Domains.List(c.Context(), c.Actor, "")
	if err != nil {
		return nil, err
	}
	host := webhost.Normal(c.PathValue("slug"))
	at := slices.IndexFunc(all, func(d domain.Detail) bool { return d.Host == host })
	if at < 0 {
		return nil, fault.New(fault.NotFound, "This workspace has no such domain.")
	}
	return &all[at].Domain, nil
}

// domainInput are the fields of a domain in a request.
type domainInput struct {
	Slug                    string             `json:"slug"`
	ExpiredURL              apikit.Opt[string] `json:"expiredUrl"`
	NotFoundURL             apikit.Opt[string] `json:"notFoundUrl"`
	AssetLinks              apikit.Opt[string] `json:"assetLinks"`
	AppleAppSiteAssociation apikit.Opt[string] `json:"appleAppSiteAssociation"`
	Archived                bool               `json:"archived"`
	Placeholder             string             `json:"placeholder"`
	Logo                    string             `json:"logo"`
}

// check rejects what Linnet does not have.
func (in *domainInput) check() error {
	switch {
	case in.Archived:
		return invalid("archived", "Linnet archives no domains. Delete it, or leave this out.")
	case in.Placeholder != "":
		return invalid("placeholder", "Domains of Linnet have no placeholder. Leave it out.")
	case in.Logo != "":
		return invalid("logo", "Domains of Linnet have no logo of this kind. Leave it out.")
	}
	return nil
}

// changes reports whether the request has settings.
func (in *domainInput) changes() bool {
	return in.ExpiredURL.Named || in.NotFoundURL.Named || in.AssetLinks.Named || in.AppleAppSiteAssociation.Named
}

func (in *domainInput) edit(s *domain.Settings) {
	for _, text := range []struct {
		from apikit.Opt[string]
		to   *null.Text
	}{{in.ExpiredURL, &s.ExpiredURL}, {in.NotFoundURL, &s.NotFoundURL}} {
		if text.from.Named {
			*text.to = null.Text(destination(text.from.Value))
		}
	}
	for _, document := range []struct {
		from apikit.Opt[string]
		to   *null.JSON
	}{{in.AssetLinks, &s.AssetLinks}, {in.AppleAppSiteAssociation, &s.AppleAppSiteAssociation}} {
		if document.from.Named {
			*document.to = null.JSON(strings.TrimSpace(document.from.Value))
		}
	}
}

func (a *api) createDomain(w http.ResponseWriter, c *compat.Call) error {
	var in domainInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	d, err := a.Domains.Create(c.Context(), c.Actor, in.Slug)
	if err == nil && in.changes() {
		d, err = a.Domains.Update(c.Context(), c.Actor, d.ID, in.edit)
	}
	if err != nil {
		return err
	}
	return a.answerDomain(w, c, http.StatusCreated, &d.Domain)
}

func (a *api) updateDomain(w http.ResponseWriter, c *compat.Call) error {
	d, err := a.domain(c)
	if err != nil {
		return err
	}
	var in domainInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	if in.Slug != "" && webhost.Normal(in.Slug) != d.Host {
		return invalid("slug", "The host of a domain cannot be changed, because short URLs may be in print. Add another domain.")
	}
	changed, err := a.Domains.Update(c.Context(), c.Actor, d.ID, in.edit)
	if err != nil {
		return err
	}
	return a.answerDomain(w, c, http.StatusOK, &changed.Domain)
}

func (a *api) deleteDomain(w http.ResponseWriter, c *compat.Call) error {
	d, err := a.domain(c)
	if err == nil {
		err = a.Domains.Delete(c.Context(), c.Actor, d.ID)
	}
	if err != nil {
		return err
	}
	return deleted(w, "slug", d.Host)
}
