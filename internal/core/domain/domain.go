// Package domain manages the host names that serve links, and compares host names.
package domain

import (
	"net/url"
	"time"

	"linnet/internal/base/fault"
)

// Domain is a host name that serves links.
type Domain struct {
	ID          string
	WorkspaceID string // empty: the default domain, which all workspaces share
	Host        string // as NormalHost returns it
	// CaseSensitive reports whether "Launch" and "launch" are different aliases.
	CaseSensitive bool
	RootURL       string // the redirect of "/"; empty: Linnet's own page
	NotFoundURL   string // the redirect of unknown aliases; empty: the 404 page
	ExpiredURL    string // the redirect of expired links without a fallback URL
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// IsDefault reports whether this is the install's own domain.
func (d Domain) IsDefault() bool { return d.WorkspaceID == "" }

// PublicHost returns the host of the install's public URL.
func PublicHost(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", fault.New(fault.Invalid, "LINNET_PUBLIC_URL must be an address such as https://go.example.com.")
	}
	return NormalHost(u.Host), nil
}
