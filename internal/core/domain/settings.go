package domain

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

// Settings are the properties of a domain that an admin chooses.
type Settings struct {
	// CaseSensitive reports whether "Launch" and "launch" are different aliases.
	CaseSensitive bool
	RootPageID    string // the bio page at "/", before RootURL while it is public; empty: none
	RootURL       string // the redirect of "/"; empty: Linnet's own page
	NotFoundURL   string // the redirect of unknown aliases; empty: the 404 page
	ExpiredURL    string // the redirect of expired links without a fallback URL; empty: the expired page
	FaviconURL    string // the redirect of /favicon.ico; empty: none
	// RedirectStatus is the status of new links that specify none.
	RedirectStatus int
	HSTS           bool // send Strict-Transport-Security over HTTPS
	Robots         Robots
	Privacy        Privacy
	// AppleAppSiteAssociation and AssetLinks are JSON documents for the apps of
	// the host's owner; empty: none.
	AppleAppSiteAssociation string
	AssetLinks              string
	// QRLook is the look of new QR codes of links on the domain that specify none;
	// nil: look.Defaults.
	QRLook *look.Look
}

// Robots is the content of a domain's robots.txt.
type Robots string

// The values of Robots.
const (
	RobotsAllow    Robots = "allow"
	RobotsDisallow Robots = "disallow"
)

// Privacy limits what is stored of a click.
type Privacy string

// The privacy modes, from the most to the least data.
const (
	PrivacyFull      Privacy = "full"
	PrivacyNoAddress Privacy = "no-address" // the visitor's address is not used: no place, no unique visitors
	PrivacyAggregate Privacy = "aggregate"  // only counts: no user agent, referrer URL, city or visitor
)

// DefaultSettings returns the settings of a new domain.
func DefaultSettings() Settings {
	return Settings{RedirectStatus: 302, Robots: RobotsAllow, Privacy: PrivacyFull}
}

// Patch changes the settings that it names; nil leaves one unchanged.
type Patch struct {
	CaseSensitive           *bool
	RootPageID              *string
	RootURL                 *string
	NotFoundURL             *string
	ExpiredURL              *string
	FaviconURL              *string
	RedirectStatus          *int
	HSTS                    *bool
	Robots                  *Robots
	Privacy                 *Privacy
	AppleAppSiteAssociation *string
	AssetLinks              *string
	QRLook                  **look.Look
}

func apply[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

func (p *Patch) applyTo(s *Settings) {
	apply(&s.CaseSensitive, p.CaseSensitive)
	apply(&s.RootPageID, p.RootPageID)
	apply(&s.RootURL, p.RootURL)
	apply(&s.NotFoundURL, p.NotFoundURL)
	apply(&s.ExpiredURL, p.ExpiredURL)
	apply(&s.FaviconURL, p.FaviconURL)
	apply(&s.RedirectStatus, p.RedirectStatus)
	apply(&s.HSTS, p.HSTS)
	apply(&s.Robots, p.Robots)
	apply(&s.Privacy, p.Privacy)
	apply(&s.AppleAppSiteAssociation, p.AppleAppSiteAssociation)
	apply(&s.AssetLinks, p.AssetLinks)
	apply(&s.QRLook, p.QRLook)
}

// MaxURL bounds each URL of the settings, in bytes.
const MaxURL = 2048

// checkLook returns Invalid at "qrLook" for images of a new look that the workspace does not
// have. The default domain, with an empty workspaceID, has none: images belong to a
// workspace, and the codes of all workspaces have its look.
func (s *Service) checkLook(ctx context.Context, changed **look.Look, workspaceID string) error {
	if changed == nil || *changed == nil || len((*changed).Images()) == 0 {
		return nil
	}
	l := *changed
	if workspaceID == "" {
		return fault.New(fault.Invalid, "The look of the default domain has no images, because images belong to one workspace.").At("qrLook")
	}
	if s.deps.CheckLook == nil {
		return fault.New(fault.Invalid, "There is no media library. Choose a look without images.").At("qrLook")
	}
	err := s.deps.CheckLook(ctx, workspaceID, *l)
	if !fault.Is(err, fault.Invalid) {
		return err
	}
	var faults fault.List
	faults.AddErr("qrLook.", err)
	return faults.Err()
}

// validate returns Invalid with every invalid setting. It compacts the JSON
// documents.
func (s *Settings) validate() error {
	var faults fault.List
	for _, u := range [...]struct{ field, address string }{
		{"rootUrl", s.RootURL}, {"notFoundUrl", s.NotFoundURL}, {"expiredUrl", s.ExpiredURL}, {"faviconUrl", s.FaviconURL},
	} {
		if message := checkURL(u.address); message != "" {
			faults.Add(u.field, message)
		}
	}
	if !slices.Contains([]int{301, 302, 307, 308}, s.RedirectStatus) {
		faults.Add("redirectStatus", "Choose 301, 302, 307 or 308.")
	}
	if s.Robots != RobotsAllow && s.Robots != RobotsDisallow {
		faults.Add("robots", "Choose allow or disallow.")
	}
	if !slices.Contains([]Privacy{PrivacyFull, PrivacyNoAddress, PrivacyAggregate}, s.Privacy) {
		faults.Add("privacy", "Choose full, no-address or aggregate.")
	}
	if message := checkDocument(&s.AppleAppSiteAssociation, checkAppleAssociation); message != "" {
		faults.Add("appleAppSiteAssociation", message)
	}
	if message := checkDocument(&s.AssetLinks, checkAssetLinks); message != "" {
		faults.Add("assetLinks", message)
	}
	if s.QRLook != nil {
		faults.AddErr("qrLook.", s.QRLook.Validate())
	}
	return faults.Err()
}

// checkURL returns what is wrong with a redirect of a domain.
func checkURL(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https"):
		return "Enter an address such as https://example.com/."
	case len(address) > MaxURL:
		return fmt.Sprintf("The address has at most %d bytes.", MaxURL)
	case u.User != nil:
		return "Enter an address without a user name and password."
	default:
		return ""
	}
}
