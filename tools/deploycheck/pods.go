package main

import (
	"regexp"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// workload reports a selector that does not select the pods of the template, and mistakes in the pods and in the templates of
// their volume claims.
func (h *inventory) workload(
	name string, selector *metav1.LabelSelector, template corev1.PodTemplateSpec, claims []corev1.PersistentVolumeClaim,
) {
	if own := parse(selector); own.Empty() || !own.Matches(labels.Set(template.Labels)) {
		h.report("%s: its selector does not match the labels of its template", name)
	}
	volumes := map[string]bool{}
	for _, claim := range claims {
		volumes[claim.Name] = true
		h.claim(name+": claim "+claim.Name, claim.Spec)
	}
	for _, volume := range template.Spec.Volumes {
		volumes[volume.Name] = true
		h.volume(name+": volume "+volume.Name, volume)
	}
	for _, container := range template.Spec.Containers {
		h.container(name+": container "+container.Name, container, volumes)
	}
}

func (h *inventory) claim(name string, claim corev1.PersistentVolumeClaimSpec) {
	h.size(name, "storage", claim.Resources.Requests[corev1.ResourceStorage])
}

func (h *inventory) volume(name string, volume corev1.Volume) {
	if claim := volume.PersistentVolumeClaim; claim != nil && !h.names["PersistentVolumeClaim "+claim.ClaimName] {
		h.report("%s: no volume claim %s", name, claim.ClaimName)
	}
	if folder := volume.EmptyDir; folder != nil && folder.SizeLimit != nil {
		h.size(name, "sizeLimit", *folder.SizeLimit)
	}
}

func (h *inventory) size(name, of string, size resource.Quantity) {
	if size.Sign() <= 0 {
		h.report("%s: %s must be greater than zero", name, of)
	}
}

// variable is a reference to a variable in the value of another.
var variable = regexp.MustCompile(`\$\((\w+)\)`)

// container reports references of a container to volumes, config maps, ports and variables that do not exist, and invalid
// resources. Variables are expanded in their order.
func (h *inventory) container(name string, container corev1.Container, volumes map[string]bool) {
	for _, mount := range container.VolumeMounts {
		if !volumes[mount.Name] {
			h.report("%s: no volume %s", name, mount.Name)
		}
	}
	for _, source := range container.EnvFrom {
		if m := source.ConfigMapRef; m != nil && !h.names["ConfigMap "+m.Name] {
			h.report("%s: no config map %s", name, m.Name)
		}
	}
	defined := map[string]bool{}
	for _, env := range container.Env {
		for _, used := range variable.FindAllStringSubmatch(env.Value, -1) {
			if !defined[used[1]] {
				h.report("%s: %s is used before it is defined", name, used[1])
			}
		}
		defined[env.Name] = true
	}
	for _, probe := range []*corev1.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
		if probe != nil && probe.HTTPGet != nil && !hasPort([]corev1.Container{container}, probe.HTTPGet.Port) {
			h.report("%s: no port %s for a probe", name, probe.HTTPGet.Port.String())
		}
	}
	h.resources(name, container.Resources)
}

// resources reports sizes that are not positive, and limits below the request.
func (h *inventory) resources(name string, r corev1.ResourceRequirements) {
	for of, request := range r.Requests {
		h.size(name, "the request of "+string(of), request)
		if limit, ok := r.Limits[of]; ok && limit.Cmp(request) < 0 {
			h.report("%s: the limit of %s is below the request", name, of)
		}
	}
	for of, limit := range r.Limits {
		h.size(name, "the limit of "+string(of), limit)
	}
}
