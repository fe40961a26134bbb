package webui

import (
	"encoding/json"
	"html"
	"net/url"
	"strconv"
	"strings"

	"linnet/internal/core/plan"
)

// Facts is what the pages say that the build cannot know.
type Facts struct {
	PublicURL    string // without a trailing slash
	SupportEmail string
	SalesEmail   string
	PrivacyEmail string
	IPLookupURL  string // asked before sign-up for the visitor's address
	FreeLinks    int    // links of the FREE package; 0 is "no limit"
	Monthly      []plan.Package
	Yearly       []plan.Package // the same packages in the same order
	Version      string
	// OpenSignup says that anybody may sign up without a code. Otherwise the
	// page asks the API what it needs.
	OpenSignup bool
}

// boot is what the page's script reads, so that it renders the same words as
// the server put into the HTML.
type boot struct {
	PublicURL    string `json:"publicUrl"`
	SupportEmail string `json:"supportEmail"`
	SalesEmail   string `json:"salesEmail"`
	PrivacyEmail string `json:"privacyEmail"`
	IPLookupURL  string `json:"ipLookupUrl"`
	FreeLinks    string `json:"freeLinks"`
	Version      string `json:"version"`
	OpenSignup   bool   `json:"openSignup"`
}

// replacer returns what fills the tokens of a built page. The token __BOOT__
// stands inside a JSON script element; the others in text or attributes.
func (f Facts) replacer() (*strings.Replacer, error) {
	// json.Marshal escapes <, > and &, so the element cannot be closed early.
	data, err := json.Marshal(boot{
		PublicURL: f.PublicURL, SupportEmail: f.SupportEmail, SalesEmail: f.SalesEmail,
		PrivacyEmail: f.PrivacyEmail, IPLookupURL: f.IPLookupURL, FreeLinks: f.freeLinks(), Version: f.Version,
		OpenSignup: f.OpenSignup,
	})
	if err != nil {
		return nil, err
	}
	packages, err := packagesHTML(f.Monthly, f.Yearly)
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

// freeLinks says how many links the FREE package holds, in words that fit
// before "links" whether or not there is a limit.
func (f Facts) freeLinks() string {
	if f.FreeLinks == 0 {
		return "unlimited"
	}
	return "up to " + strconv.Itoa(f.FreeLinks)
}

// connectSource returns what the policy's connect-src takes beside this
// origin, with a space before it: the origin of a foreign address lookup.
func (f Facts) connectSource() string {
	u, err := url.Parse(f.IPLookupURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}
