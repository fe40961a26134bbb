package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"linnet/client"
)

type loginCmd struct {
	anyFolder

	URL     string `name:"url" help:"Public URL of the server. Default: asked on a terminal." placeholder:"URL"`
	KeyFile string `help:"File with the API key; - for standard input. Default: asked on a terminal, else standard input." placeholder:"FILE"`
	Profile string `help:"Name of the profile." env:"LINNET_PROFILE" default:"default" placeholder:"NAME"`
}

// Run checks the key with the server and stores both as a profile. The key is no argument, because other users of the
// machine see arguments.
func (c loginCmd) Run(ctx context.Context, s streams) error {
	input := bufio.NewReader(os.Stdin)
	address, err := c.address(input, s)
	if err != nil {
		return err
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	secret, err := c.secret(input, s)
	if err != nil {
		return err
	}
	p := profile{URL: strings.TrimRight(address, "/"), APIKey: secret}
	api := clientOf(p)
	api.Retries = -1 // a mistake in the URL is not repeated
	key, err := api.GetCurrentAPIKey(ctx)
	if err != nil {
		return explained(api, err)
	}
	stored, err := readProfiles()
	if err != nil {
		return err
	}
	stored[c.Profile] = p
	if err := stored.save(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "Logged in to %s, workspace %s, with the API key %q, as the profile %s.\n",
		p.URL, key.WorkspaceName, key.Name, c.Profile)
	return err
}

// address returns the URL of the server, and asks for it on a terminal.
func (c loginCmd) address(input *bufio.Reader, s streams) (string, error) {
	if c.URL != "" {
		return c.URL, nil
	}
	if !isTerminal(os.Stdin) {
		return "", errors.New("the URL of the server is missing: pass --url https://…")
	}
	fmt.Fprint(s.err, "URL of the server: ")
	line, err := input.ReadString('\n')
	return strings.TrimSpace(line), err
}

// secret returns the API key of the file or standard input, and asks for it on a terminal without showing it.
func (c loginCmd) secret(input *bufio.Reader, s streams) (secret string, err error) {
	var raw []byte
	switch {
	case c.KeyFile != "" && c.KeyFile != "-":
		raw, err = os.ReadFile(c.KeyFile)
	case c.KeyFile == "" && isTerminal(os.Stdin):
		fmt.Fprint(s.err, "API key (Settings → API keys): ")
		raw, err = term.ReadPassword(int(os.Stdin.Fd()))
		fmt.Fprintln(s.err)
	default:
		raw, err = io.ReadAll(io.LimitReader(input, 1024))
	}
	if err != nil {
		return "", err
	}
	secret = strings.TrimSpace(string(raw))
	if !strings.HasPrefix(secret, "lnt_") || strings.ContainsAny(secret, " \t\r\n") {
		return "", errors.New("this is no API key: keys begin with lnt_. Create one under Settings → API keys")
	}
	return secret, nil
}

type whoamiCmd struct {
	remote
	asJSON
}

// Run prints the server and the API key.
func (c whoamiCmd) Run(ctx context.Context, s streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	key, err := api.GetCurrentAPIKey(ctx)
	if err != nil {
		return explained(api, err)
	}
	result := struct {
		Server string `json:"server"`
		*client.CurrentAPIKey
	}{api.URL, key}
	return c.print(s.out, result, func(w io.Writer) error {
		expires := "never"
		if key.ExpiresAt != nil {
			expires = key.ExpiresAt.Format(time.RFC3339)
		}
		return printRows(w, []string{"SERVER", "WORKSPACE", "KEY", "USER", "SCOPES", "EXPIRES"},
			[][]string{{api.URL, key.WorkspaceName, key.Name, key.CreatedByName, strings.Join(key.Scopes, ","), expires}})
	})
}

type logoutCmd struct {
	anyFolder

	Profile string `help:"Name of the profile." env:"LINNET_PROFILE" default:"default" placeholder:"NAME"`
}

// Run removes the profile.
func (c logoutCmd) Run(s streams) error {
	stored, err := readProfiles()
	if err != nil {
		return err
	}
	name := cmp.Or(c.Profile, defaultProfile)
	p, known := stored[name]
	if !known {
		return fmt.Errorf("the profile %s does not exist", name)
	}
	delete(stored, name)
	if err := stored.save(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "Removed the profile %s. The API key still works until you revoke it at %s.\n", name, p.URL)
	return err
}
