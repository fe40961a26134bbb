package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The part of SPDX 2.3 that an SBOM of packages needs.
type (
	spdxDocument struct {
		SPDXVersion       string             `json:"spdxVersion"`
		DataLicense       string             `json:"dataLicense"`
		SPDXID            string             `json:"SPDXID"`
		Name              string             `json:"name"`
		DocumentNamespace string             `json:"documentNamespace"`
		CreationInfo      spdxCreation       `json:"creationInfo"`
		Packages          []spdxPackage      `json:"packages"`
		Relationships     []spdxRelationship `json:"relationships"`
		Licences          []spdxLicence      `json:"hasExtractedLicensingInfos,omitempty"`
	}
	spdxCreation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		Name             string          `json:"name"`
		SPDXID           string          `json:"SPDXID"`
		VersionInfo      string          `json:"versionInfo"`
		DownloadLocation string          `json:"downloadLocation"`
		FilesAnalyzed    bool            `json:"filesAnalyzed"`
		LicenseConcluded string          `json:"licenseConcluded"`
		LicenseDeclared  string          `json:"licenseDeclared"`
		CopyrightText    string          `json:"copyrightText"`
		Purpose          string          `json:"primaryPackagePurpose,omitempty"`
		ExternalRefs     []spdxReference `json:"externalRefs,omitempty"`
	}
	spdxReference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	spdxRelationship struct {
		Element string `json:"spdxElementId"`
		Type    string `json:"relationshipType"`
		Related string `json:"relatedSpdxElement"`
	}
	spdxLicence struct {
		ID   string `json:"licenseId"`
		Name string `json:"name"`
		Text string `json:"extractedText"`
	}
)

// ownLicence is what is not a name of SPDX: detect's names have a space then.
var ownLicence = regexp.MustCompile(`^[\w.+-]+( [\w.+-]+)+$`) //nolint:gochecknoglobals // a constant

// writeSBOM writes the SPDX 2.3 document of the binary of a version, with the
// modules and npm packages in it. Equal arguments give equal bytes.
func writeSBOM(w io.Writer, version, arch string, modules, packages []dependency) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH is the time of the version: %w", err)
	}
	name := fmt.Sprintf("linnet-%s-linux-%s", version, arch)
	doc := spdxDocument{
		SPDXVersion:       "SPDX-2.3",
		DataLicense:       "CC0-1.0",
		SPDXID:            "SPDXRef-DOCUMENT",
		Name:              name,
		DocumentNamespace: "https://linnet.invalid/spdx/" + name,
		CreationInfo:      spdxCreation{time.Unix(seconds, 0).UTC().Format(time.RFC3339), []string{"Tool: linnet-licenses"}},
	}
	own := map[string]spdxLicence{}
	add := func(id, purl, purpose string, d dependency) {
		doc.Packages = append(doc.Packages, spdxPackage{
			Name:             d.name,
			SPDXID:           id,
			VersionInfo:      d.version,
			DownloadLocation: "NOASSERTION",
			LicenseConcluded: "NOASSERTION",
			LicenseDeclared:  licenceExpression(d.licences, own),
			CopyrightText:    "NOASSERTION",
			Purpose:          purpose,
			ExternalRefs:     []spdxReference{{"PACKAGE-MANAGER", "purl", purl}},
		})
	}
	const root = "SPDXRef-linnet"
	add(root, "pkg:generic/linnet@"+version, "APPLICATION", dependency{name: "linnet", version: version, licences: []string{"Apache-2.0"}})
	doc.Relationships = append(doc.Relationships, spdxRelationship{doc.SPDXID, "DESCRIBES", root})
	for kind, list := range [][]dependency{modules, packages} {
		ecosystem := []string{"golang", "npm"}[kind]
		for i, d := range list {
			id := fmt.Sprintf("SPDXRef-%s-%d", ecosystem, i+1)
			purl := fmt.Sprintf("pkg:%s/%s@%s", ecosystem, strings.Replace(d.name, "@", "%40", 1), url.PathEscape(d.version))
			add(id, purl, "LIBRARY", d)
			doc.Relationships = append(doc.Relationships, spdxRelationship{root, "DEPENDS_ON", id})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(own)) {
		doc.Licences = append(doc.Licences, own[id])
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

// licenceExpression returns the expression for licences that all apply, and adds those
// without a name in SPDX to own.
func licenceExpression(licences []string, own map[string]spdxLicence) string {
	terms := slices.Clone(licences)
	for i, l := range terms {
		if ownLicence.MatchString(l) && !strings.Contains(l, " OR ") {
			terms[i] = "LicenseRef-" + strings.ReplaceAll(l, " ", "-")
			own[terms[i]] = spdxLicence{terms[i], l, l}
		}
	}
	return strings.Join(terms, " AND ")
}
