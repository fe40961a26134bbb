package domain

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/null"
	"linnet/internal/core/locale"
	"linnet/internal/core/qr/look"
)

// Settings are the properties of a domain that an admin chooses, as the store, the
// events and the API have them.
type Settings struct {
	RootPageID     null.Text `json:"rootPageId" doc:"The published bio page of this domain or of the default domain at the bare host. While it is not public, and with null, rootUrl applies."`
	RootURL        null.Text `json:"rootUrl" doc:"The destination of the bare host; null: Linnet's own page."`
	NotFoundURL    null.Text `json:"notFoundUrl" doc:"The destination of unknown aliases; null: the 404 page."`
	ExpiredURL     null.Text `json:"expiredUrl" doc:"The destination of expired links without a fallback URL; null: the expired page."`
	FaviconURL     null.Text `json:"faviconUrl" doc:"The redirect of /favicon.ico; null: none."`
	CaseSensitive  bool      `json:"caseSensitive" doc:"True if aliases that differ only in case are different. Can be changed while the domain has no links."`
	RedirectStatus int       `json:"redirectStatus" enum:"301,302,307,308" doc:"The redirect status of new links that specify none."`
	HSTS           bool      `json:"hsts" doc:"True to send Strict-Transport-Security over HTTPS."`
	Robots         Robots    `json:"robots" enum:"allow,disallow" doc:"The content of robots.txt."`
	Privacy        Privacy   `json:"privacy" enum:"full,no-address,aggregate" doc:"What is stored of each click. With aggregate, clicks are counted and never shown singly."`

	Language locale.Fixed `json:"language" doc:"The language of what visitors see on this domain; null: that of each visitor. A bio page may fix another one."`

	// Documents of the host's owner for apps.
	AppleAppSiteAssociation null.JSON `json:"appleAppSiteAssociation" doc:"The object at /.well-known/apple-app-site-association, at most 128 KiB, or null."`
	AssetLinks              null.JSON `json:"assetLinks" doc:"The list at /.well-known/assetlinks.json, at most 128 KiB, or null."`

	Notes null.Text `json:"notes" doc:"Text for members, at most 1,000 characters; visitors do not see it. Null: none." example:"Renewed by Ada every May."`

	QRLook *look.Look `json:"qrLook" doc:"The look of QR codes of the domain's links that specify none; null: dark on white. A request replaces the look: fields that it omits have the values of dark on white."`
}

// Edit changes settings.
type Edit func(*Settings)

// on returns the settings with the edit applied.
func (e Edit) on(s Settings) Settings {
	if s.QRLook != nil {
		s.QRLook = new(*s.QRLook) // a copy, because an edit may decode into it
	}
	e(&s)
	return s
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
	PrivacyAggregate Privacy = "aggregate"  // only counts, see click.Click.IsAggregate
)

// DefaultSettings returns the settings of a new domain.
func DefaultSettings() Settings {
	return Settings{RedirectStatus: 302, Robots: RobotsAllow, Privacy: PrivacyFull}
}

// Bounds of the settings.
const (
	MaxURL   = 2048 // bytes of each URL
	MaxNotes = 1000 // characters
)

// checkLook returns Invalid at "qrLook" for images of a new look that the workspace does not
// have. The default domain, with an empty workspaceID, has none: images belong to a
// workspace, and the codes of all workspaces have its look.
func (s *Service) checkLook(ctx context.Context, l *look.Look, workspaceID string) error {
	if l == nil || len(l.Images()) == 0 {
		return nil
	}
	if workspaceID == "" {
		return fault.New(fault.Invalid, "The look of the default domain has no images, because images belong to one workspace.").At("qrLook")
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
	for _, u := range [...]struct {
		field   string
		address null.Text
	}{
		{"rootUrl", s.RootURL}, {"notFoundUrl", s.NotFoundURL}, {"expiredUrl", s.ExpiredURL}, {"faviconUrl", s.FaviconURL},
	} {
		if message := checkURL(string(u.address)); message != "" {
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
	if message := s.Language.Problem(); message != "" {
		faults.Add("language", message)
	}
	if message := checkDocument(&s.AppleAppSiteAssociation, checkAppleAssociation); message != "" {
		faults.Add("appleAppSiteAssociation", message)
	}
	if message := checkDocument(&s.AssetLinks, checkAssetLinks); message != "" {
		faults.Add("assetLinks", message)
	}
	if n := utf8.RuneCountInString(string(s.Notes)); n > MaxNotes {
		faults.Add("notes", fmt.Sprintf("The notes have at most %d characters; these have %d.", MaxNotes, n))
	}
	if s.QRLook != nil {
		s.QRLook = new(look.Edit(nil).On(*s.QRLook))
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
