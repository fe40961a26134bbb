package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"linnet/client"
)

type qrCmd struct {
	aboutLink
	Output string `short:"o" required:"" help:"File to write; - for standard output. Its extension is the format: svg, png, jpg, webp, pdf or eps." placeholder:"FILE"`
	Format string `help:"Format, if the extension does not say it. Default: svg." placeholder:"FORMAT"`
	Size   int64  `help:"Width in pixels, 64 to 4096. Default: that of the server."`
}

// Run writes the QR code of a link, with the design of its domain.
func (c qrCmd) Run(ctx context.Context, s streams) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	api, link, err := c.open(ctx)
	if err != nil {
		return err
	}
	params := client.DrawQRParams{LinkID: link.ID, Format: format}
	if c.Size != 0 {
		params.Size = &c.Size
	}
	image, err := api.DrawQR(ctx, params)
	if err != nil {
		return explained(api, err)
	}
	if c.Output == "-" {
		_, err = s.out.Write(image)
		return err
	}
	return os.WriteFile(c.Output, image, 0o644) //nolint:gosec // an image; the umask applies
}

// format returns the format of the file.
func (c qrCmd) format() (string, error) {
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Output)), ".")
	format := cmp.Or(c.Format, extension, "svg")
	if format == "jpg" {
		format = "jpeg"
	}
	if known := []string{"svg", "png", "jpeg", "webp", "pdf", "eps"}; !slices.Contains(known, format) {
		return "", fmt.Errorf("the format %q is unknown: name the file .svg, .png, .jpg, .webp, .pdf or .eps, or pass --format", format)
	}
	return format, nil
}
