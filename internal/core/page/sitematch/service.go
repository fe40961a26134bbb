// Package sitematch makes a theme of a bio page from the look of a website: its
// background, text, buttons and font. It stores nothing of the site.
//
// It reads declarations of the root elements, headings, links and classes that are
// called button, btn or cta, without their states. A browser would run scripts of
// others on the server and take seconds; the cascade would need a selector engine and
// say little about pages without server-rendered elements. A site whose classes have
// generated names gives its background and font, and its theme-color in place of a
// button color; the response names what was found. Blocks are scanned here on the
// tokens of tdewolff/parse, whose parser ends at unbalanced braces, after which
// browsers continue. Custom properties are resolved with a bound of substitutions:
// twenty references in each of forty properties are 20^40 values. The result passes
// Theme.Normalize, so its text is readable.
package sitematch

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/page/theme"
	"linnet/internal/core/throttle"
)

// Bounds of the requests to websites.
const (
	MaxSheets = 3               // style sheets that are loaded, besides the page
	MaxBytes  = 2 << 20         // of the page and its style sheets
	Timeout   = 8 * time.Second // of all requests for a site and of reading their responses

	maxNodes   = 1_500_000 // tags, tokens, selectors and declarations of a site: more than 2 MiB of usual styles have
	maxSites   = 8         // that are read at a time
	burst      = 10
	every      = 30 * time.Second
	workspaces = 10_000 // that the limit counts
)

// Site is what is read of a website.
type Site struct {
	ThemeColor string   // of its <meta>; any text
	Sheets     []string // its styles in the order in which they apply
}

// Sites reads websites.
type Sites interface {
	// Read returns the styles of the page at an address, within a budget. It is Invalid,
	// with a sentence about the address, for one that cannot be read.
	Read(b *budget.Budget, address string) (Site, error)
}

// Part is a part of a website's look. The values are part of the API.
type Part string

// The parts.
const (
	Background Part = "background"
	Text       Part = "text"
	Buttons    Part = "buttons"
	Font       Part = "font"
	Shape      Part = "shape"
)

// Match is the theme of a website.
type Match struct {
	Theme theme.Theme
	Found []Part // that the theme has from the site; at least one
}

// Service is safe for concurrent use.
type Service struct {
	sites Sites
	check func(address string) error
	work  *budget.Pool
	limit *throttle.Limiter // by workspace
}

// NewService returns a Service. check returns the fault of a text that is not the address of
// a web page.
func NewService(sites Sites, check func(address string) error, c clock.Clock) *Service {
	return &Service{
		sites, check, budget.NewPool(fair.New(maxSites), limits(), errTooMuch()),
		throttle.New(c, throttle.Limit{Burst: burst, Every: every}, workspaces),
	}
}

// Match returns a theme like the look of the website at an address. Its faults are Invalid
// at "url", RateLimited after 10 websites in a short time, and Forbidden for members who
// cannot edit pages. Websites of one workspace are read one after the other.
func (s *Service) Match(ctx context.Context, a access.Actor, address string) (Match, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Match{}, err
	}
	address = strings.TrimSpace(address)
	if address == "" {
		return Match{}, atURL(fault.New(fault.Invalid, "Enter the address of a website, such as https://example.com."))
	}
	if err := s.check(address); err != nil {
		return Match{}, atURL(err)
	}
	if v := s.limit.Take(a.WorkspaceID); v.Wait > 0 {
		return Match{}, throttle.TooMany(v.Wait)
	}
	look, found, err := s.themeAt(ctx, a.WorkspaceID, address)
	if err != nil {
		return Match{}, err
	}
	if len(found) == 0 {
		return Match{}, atURL(fault.New(fault.Invalid, "This website has no colors or fonts that can be read. Choose them below instead."))
	}
	look, err = look.Normalize()
	return Match{look, found}, err
}

func limits() budget.Limits {
	return budget.Limits{Input: MaxBytes, Nodes: maxNodes, Time: Timeout}
}

func errTooMuch() *fault.Error {
	return fault.New(fault.Invalid, "The styles of this website are too long to be read. Choose colors and fonts below instead.")
}

// themeAt returns the theme of the website at an address and what it was read from the site.
// The requests and all work on their responses have one budget of the workspace.
func (s *Service) themeAt(ctx context.Context, workspaceID, address string) (theme.Theme, []Part, error) {
	b, err := s.work.Begin(ctx, workspaceID)
	if err != nil {
		return theme.Theme{}, nil, err
	}
	defer b.End()
	site, err := s.sites.Read(b, address)
	if err == nil {
		var look theme.Theme
		var found []Part
		if look, found, err = themeOf(b, site); err == nil {
			return look, found, nil
		}
	}
	if b.Context().Err() != nil {
		return theme.Theme{}, nil, atURL(fault.New(fault.Invalid, "This website did not answer in time. Try again later, or use another address."))
	}
	if fault.Is(err, fault.Invalid) {
		err = atURL(err)
	}
	return theme.Theme{}, nil, err
}

// atURL returns the error of the address.
func atURL(err error) error {
	var faults fault.List
	faults.AddErr("url", err)
	return faults.Err()
}
