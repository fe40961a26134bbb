package shlink

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/null"
	"linnet/internal/core/domain"
	"linnet/internal/edge/compat"
)

// redirects are where a domain leads that finds no short URL. Any path of a domain can be a code, so that the last two
// are always equal.
type redirects struct {
	BaseURL         null.Text `json:"baseUrlRedirect"`
	Regular404      null.Text `json:"regular404Redirect"`
	InvalidShortURL null.Text `json:"invalidShortUrlRedirect"`
}

func redirectsOf(s domain.Settings) redirects {
	return redirects{s.RootURL, s.NotFoundURL, s.NotFoundURL}
}

// shownDomain is a domain as Shlink returns it.
type shownDomain struct {
	Domain    string    `json:"domain"`
	IsDefault bool      `json:"isDefault"`
	Redirects redirects `json:"redirects"`
}

func (a *api) domains(w http.ResponseWriter, c *compat.Call) error {
	all, err := a.Domains.List(c.Context(), c.Actor, "")
	if err != nil {
		return err
	}
	var defaults redirects
	shown := make([]shownDomain, 0, len(all))
	for _, d := range all {
		if d.IsDefault() {
			defaults = redirectsOf(d.Settings)
		}
		if d.Serves() {
			shown = append(shown, shownDomain{d.Host, d.Host == a.home(c), redirectsOf(d.Settings)})
		}
	}
	slices.SortFunc(shown, func(x, y shownDomain) int {
		if x.IsDefault != y.IsDefault {
			return map[bool]int{true: -1, false: 1}[x.IsDefault]
		}
		return strings.Compare(x.Domain, y.Domain)
	})
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"domains": map[string]any{"data": shown, "defaultRedirects": defaults}})
}

func (a *api) setRedirects(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		Domain          string               `json:"domain"`
		BaseURL         compat.Given[string] `json:"baseUrlRedirect"`
		Regular404      compat.Given[string] `json:"regular404Redirect"`
		InvalidShortURL compat.Given[string] `json:"invalidShortUrlRedirect"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if in.Domain == "" {
		return invalidData("Name the domain.", "domain")
	}
	if in.Regular404.Is && in.InvalidShortURL.Is && in.Regular404.Value != in.InvalidShortURL.Value {
		return invalidData("Linnet has one redirect of unknown addresses. Use the same for both.", "regular404Redirect", "invalidShortUrlRedirect")
	}
	d, err := a.domain(c, in.Domain)
	if err != nil {
		return err
	}
	changed, err := a.Domains.Update(c.Context(), c.Actor, d.ID, func(s *domain.Settings) {
		if in.BaseURL.Is {
			s.RootURL = null.Text(in.BaseURL.Value)
		}
		for _, missing := range []compat.Given[string]{in.Regular404, in.InvalidShortURL} {
			if missing.Is {
				s.NotFoundURL = null.Text(missing.Value)
			}
		}
	})
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, redirectsOf(changed.Settings))
}

// missingDomain returns an error of a domain that does not exist as Shlink's, and others as they are.
func missingDomain(err error, name string) error {
	if !fault.Is(err, fault.NotFound) {
		return err
	}
	return &problem{
		kind: "domain-not-found", status: http.StatusNotFound, title: "Domain not found",
		detail: fmt.Sprintf("Domain with authority \"%s\" could not be found", name), more: map[string]any{"authority": name},
	}
}
