package httpapi

import (
	"context"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/edge/apikit"
)

// BioSiteMatch is a theme like the look of a website.
type BioSiteMatch struct {
	Theme BioTheme         `json:"theme"`
	Found []sitematch.Part `json:"found" enum:"background,text,buttons,font,shape" doc:"What the theme has from the website; the rest is that of the default preset."`
}

type matchBioSite struct {
	URL string `json:"url" maxLength:"2048" doc:"The address of a public web page." example:"https://example.com"`
}

func (a *API) matchBioSite(ctx context.Context, in *apikit.With[matchBioSite]) (*apikit.Output[BioSiteMatch], error) {
	found, err := a.BioPageSites.Match(ctx, apikit.ActorOf(ctx), in.Body.URL)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(BioSiteMatch{Theme: bioThemeOf(found.Theme), Found: found.Found}), nil
}

func (a *API) bioPageSiteRoutes(r *apikit.Router) {
	apikit.Post(r, "/bio-pages/match-site", a.matchBioSite, operation{
		ID:      "matchBioSite",
		Scope:   access.PagesWrite,
		Tag:     "Bio pages",
		Summary: "Match the look of a website",
		Status:  http.StatusOK,
		Errors:  codes(fault.RateLimited),
		Description: "Reads the page and up to 3 of its style sheets, together at most 2 MiB in 8 seconds, and returns a theme with its colors, font and " +
			"button shape. Text is readable. Stores nothing. Returns 422 at url for a website that cannot be read or has no colors and fonts.",
	})
}
