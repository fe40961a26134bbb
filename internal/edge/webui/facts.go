package webui

import (
	"encoding/json"
	"html"
	"net/url"
	"strconv"
	"strings"

	"linnet/internal/core/plan"
)

// Facts are the values in pages that are known only at run time.
type Facts struct {
	PublicURL    string // without a trailing slash
	SupportEmail string
	SalesEmail   string
	PrivacyEmail string
	IPLookupURL  string // service for the visitor's address, called before sign-up
	FreeLinks    int    // links of the FREE package; 0 is "no limit"
	Monthly      []plan.Package
	Yearly       []plan.Package // the same packages in the same order
	Plans        bool           // false: the install has no plans
	Version      string
	// OpenSignup reports that sign-up needs no code. Otherwise the page requests
	// the requirements from the API.
	OpenSignup bool
}

// boot is the data of the page's script, which renders the same texts as the
// server.
type boot struct {
	PublicURL    string `json:"publicUrl"`
	SupportEmail string `json:"supportEmail"`
	SalesEmail   string `json:"salesEmail"`
	PrivacyEmail string `json:"privacyEmail"`
	IPLookupURL  string `json:"ipLookupUrl"`
	FreeLinks    string `json:"freeLinks"`
	Plans        bool   `json:"plans"`
	Version      string `json:"version"`
	OpenSignup   bool   `json:"openSignup"`
}

// replacer returns the replacer for the tokens of a built page. __BOOT__ is inside
// a JSON script element, the others are in text or attributes.
func (f Facts) replacer() (*strings.Replacer, error) {
	// json.Marshal escapes <, > and &, so the element cannot be closed early.
	data, err := json.Marshal(boot{
		PublicURL:    f.PublicURL,
		SupportEmail: f.SupportEmail,
		SalesEmail:   f.SalesEmail,
		PrivacyEmail: f.PrivacyEmail,
		IPLookupURL:  f.IPLookupURL,
		FreeLinks:    f.freeLinks(),
		Plans:        f.Plans,
		Version:      f.Version,
		OpenSignup:   f.OpenSignup,
	})
	if err != nil {
		return nil, err
	}
	packages, err := f.packagesHTML()
	if err != nil {
		return nil, err
	}
	return strings.NewReplacer(
		"__BOOT__", string(data),
		"__PUBLIC_URL__", html.EscapeString(f.PublicURL),
		"__SUPPORT_EMAIL__", html.EscapeString(f.SupportEmail),
		"__SALES_EMAIL__", html.EscapeString(f.SalesEmail),
		"__PRIVACY_EMAIL__", html.EscapeString(f.PrivacyEmail),
		"__FREE_LINKS__", f.freeLinks(),
		"__PACKAGES__", packages,
	), nil
}

// freeLinks returns the link limit of the FREE package as a phrase that precedes
// "links", with or without a limit.
func (f Facts) freeLinks() string {
	if f.FreeLinks == 0 {
		return "unlimited"
	}
	return "up to " + strconv.Itoa(f.FreeLinks)
}

// connectSource returns the additional source of the policy's connect-src, with a
// leading space: the origin of an external address lookup.
func (f Facts) connectSource() string {
	u, err := url.Parse(f.IPLookupURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}
