// Command goclient writes the models and the methods of package client from the OpenAPI document, so that they are
// declared once. It knows the parts of OpenAPI that the document has.
//
//	go run -C tools/goclient . ../../api/openapi.json ../../client/api.gen.go
package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"strings"
)

// operations are the operations that the client has a method for, in the order of the file.
//
//nolint:gochecknoglobals // a constant list
var operations = strings.Fields(`
	createLink upsertLink listLinks getLink lookupLink updateLink deleteLink restoreLink checkAlias createLinks deleteLinks
	listTags createTag updateTag deleteTag
	listFolders createFolder updateFolder deleteFolder
	listDomains createDomain getDomain updateDomain verifyDomain deleteDomain
	getAnalytics listClicks
	drawQR listQRCodes createQRCode getQRCode updateQRCode deleteQRCode
	getCurrentApiKey`)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: goclient DOCUMENT OUTPUT")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "goclient:", err)
		os.Exit(1)
	}
}

func generate(document, output string) error {
	raw, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	var doc openAPI
	if err := json.Unmarshal(raw, &doc); err != nil {
		return fmt.Errorf("%s: %w", document, err)
	}
	source, err := newGenerator(doc).file(operations)
	if err != nil {
		return err
	}
	formatted, err := format.Source(source)
	if err != nil {
		return err
	}
	return os.WriteFile(output, formatted, 0o644) //nolint:gosec // source code
}
