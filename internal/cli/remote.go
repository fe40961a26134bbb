package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"linnet/client"
	"linnet/internal/app"
)

// remote is embedded by the commands that call a server with an API key.
type remote struct {
	anyFolder

	Profile string `help:"Profile of linnet login. Default: LINNET_URL and LINNET_API_KEY if both are set, else the profile default." env:"LINNET_PROFILE" placeholder:"NAME"`
}

// connect returns the client of the profile or the environment.
func (r remote) connect() (*client.Client, error) {
	p := profile{URL: os.Getenv("LINNET_URL"), APIKey: os.Getenv("LINNET_API_KEY")}
	if r.Profile != "" || p.URL == "" && p.APIKey == "" {
		stored, err := readProfiles()
		if err != nil {
			return nil, err
		}
		name := cmp.Or(r.Profile, defaultProfile)
		known := false
		if p, known = stored[name]; !known {
			return nil, noProfile(name)
		}
	}
	if p.URL == "" || p.APIKey == "" {
		return nil, errors.New("LINNET_URL and LINNET_API_KEY belong together: set both, or none to use a profile of linnet login")
	}
	return clientOf(p), nil
}

func noProfile(name string) error {
	if name == defaultProfile {
		return errors.New("not logged in. Run linnet login, or set LINNET_URL and LINNET_API_KEY")
	}
	return fmt.Errorf("the profile %s does not exist. Run linnet login --profile %s", name, name)
}

func clientOf(p profile) *client.Client {
	return &client.Client{URL: p.URL, APIKey: p.APIKey, UserAgent: "linnet/" + app.Version()}
}

// explained returns an error of the server with what to do about it.
func explained(c *client.Client, err error) error {
	var rejected *client.Error
	if errors.As(err, &rejected) && rejected.Status == http.StatusUnauthorized {
		return fmt.Errorf("%s rejects the API key: it may be expired or revoked. Run linnet login with another key", c.URL)
	}
	return err
}

// linkArg names a link.
type linkArg struct {
	Link   string `arg:"" help:"Short URL, alias or id (lnk_…) of a link."`
	Domain string `help:"Domain of an alias. Default: that of the server." placeholder:"HOST"`
}

// aboutLink is embedded by the commands about one link of a server.
type aboutLink struct {
	remote
	linkArg
}

// open returns the client and the link.
func (a aboutLink) open(ctx context.Context) (*client.Client, *client.Link, error) {
	api, err := a.connect()
	if err != nil {
		return nil, nil, err
	}
	link, err := a.find(ctx, api)
	return api, link, err
}

// find returns the link.
func (a linkArg) find(ctx context.Context, c *client.Client) (*client.Link, error) {
	link, err := lookUp(ctx, c, a.Domain, a.Link)
	var rejected *client.Error
	if errors.As(err, &rejected) && rejected.Status == http.StatusNotFound {
		return nil, fmt.Errorf("no link is %q; linnet links list --search lists links", a.Link)
	}
	return link, explained(c, err)
}

func lookUp(ctx context.Context, c *client.Client, domain, name string) (*client.Link, error) {
	if strings.HasPrefix(name, "lnk_") {
		return c.GetLink(ctx, name)
	}
	if scheme, rest, ok := strings.Cut(name, "://"); ok && (scheme == "http" || scheme == "https") {
		host, path, _ := strings.Cut(rest, "/")
		path, _, _ = strings.Cut(path, "?")
		alias, err := url.PathUnescape(path)
		if err != nil {
			return nil, fmt.Errorf("%q is not a short URL: %w", name, err)
		}
		return c.LookupLink(ctx, client.LookupLinkParams{Domain: host, Alias: alias})
	}
	return c.LookupLink(ctx, client.LookupLinkParams{Domain: domain, Alias: name})
}
