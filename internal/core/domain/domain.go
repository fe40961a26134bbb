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
	WorkspaceID string // empty: the default domain, which is everybody's
	Host        string // as NormalHost returns it
	// CaseSensitive says whether "Launch" and "launch" are two aliases here.
	CaseSensitive bool
	RootURL       string // where "/" leads; empty: Linnet's own page
	NotFoundURL   string // where an unknown alias leads; empty: the 404 page
	ExpiredURL    string // where an ended link leads when it has no fallback
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
