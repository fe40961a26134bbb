// Package domain knows the host names that serve links.
package domain

import (
	"net/url"

	"linnet/internal/base/fault"
	"linnet/internal/core/hostname"
)

// Domain is a host name that serves links.
type Domain = hostname.Domain

// Host returns a Host header or the authority of a URL in the one form that
// domains are kept and found in.
func Host(raw string) string { return hostname.Normal(raw) }

// PublicHost returns the host of the install's public URL.
func PublicHost(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", fault.New(fault.Invalid, "LINNET_PUBLIC_URL must be an address such as https://go.example.com.")
	}
	return Host(u.Host), nil
}
