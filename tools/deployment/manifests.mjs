import { readdirSync, readFileSync } from 'node:fs';

import addFormats from 'ajv-formats';
import Ajv from 'ajv/dist/2019.js';
import { parse } from 'yaml';

const folder = new URL('../../deploy/kubernetes/', import.meta.url);
const definitions = JSON.parse(
  readFileSync(new URL('kubernetes-1.35/definitions.json', import.meta.url), 'utf8'),
);

/**
 * @typedef {object} Probe
 * @property {{ path: string, port: string }} [httpGet]
 * @property {{ port: string }} [tcpSocket]
 */
/**
 * @typedef {object} Container
 * @property {string} image
 * @property {{ name: string, containerPort: number }[]} ports
 * @property {{ configMapRef: { name: string } }[]} [envFrom]
 * @property {{ name: string, value?: string, valueFrom?: { secretKeyRef: { name: string, key: string } } }[]} env
 * @property {Probe} startupProbe
 * @property {Probe} readinessProbe
 * @property {Probe} livenessProbe
 * @property {{ preStop: { exec: { command: string[] } } }} lifecycle
 * @property {{ requests: Record<string, string>, limits: Record<string, string> }} resources
 * @property {{ capabilities: { drop: string[] }, readOnlyRootFilesystem: boolean }} securityContext
 * @property {{ name: string, mountPath: string }[]} volumeMounts
 */
/**
 * @typedef {object} Pod
 * @property {Container[]} containers
 * @property {{ name: string, emptyDir?: object }[]} volumes
 * @property {number} terminationGracePeriodSeconds
 * @property {{ runAsUser: number, fsGroup: number }} securityContext
 * @property {{ topologyKey: string, labelSelector: Selector }[]} topologySpreadConstraints
 */
/** @typedef {{ matchLabels: Record<string, string> }} Selector */
/**
 * A resource of the cluster, with the parts that the tests read. Which of them a kind has is for the
 * published schema.
 *
 * @typedef {object} Manifest
 * @property {string} apiVersion
 * @property {string} kind
 * @property {{ name: string, annotations?: Record<string, string> }} metadata
 * @property {Record<string, string>} data
 * @property {any} spec
 */

/** @param {string} path within deploy/kubernetes */
export const readYaml = (path) => parse(readFileSync(new URL(path, folder), 'utf8'));

/** @param {string} path within deploy/kubernetes @returns {string[]} names without kustomization.yaml */
export const namesIn = (path) =>
  readdirSync(new URL(path, folder))
    .filter((name) => name !== 'kustomization.yaml')
    .sort();

/** @returns {Manifest[]} a fresh copy of every resource of the base */
export const readManifests = () => namesIn('base/').map((name) => readYaml(`base/${name}`));

/**
 * @param {Manifest[]} manifests
 * @param {string} kind
 * @param {string} name
 * @returns {Manifest}
 */
export function find(manifests, kind, name) {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

/** @param {Manifest} deployment @returns {Pod} */
export const podOf = ({ spec }) => spec.template.spec;

/** @param {Manifest} deployment @returns {Container} the only container of its pod */
export function containerOf(deployment) {
  const [container, ...more] = podOf(deployment).containers;
  if (!container || more.length > 0) throw new Error('A pod must have one container');
  return container;
}

const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'kubernetes', $defs: definitions });

/** The definition of each kind, by `apiVersion kind`. */
const kinds = new Map(
  Object.entries(definitions).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map(
      (
        /** @type {{ group: string, version: string, kind: string }} */ { group, version, kind },
      ) => [`${group === '' ? '' : `${group}/`}${version} ${kind}`, name],
    ),
  ),
);

/**
 * Validates a resource against the published definition of its kind.
 *
 * @param {Manifest} manifest
 * @returns {string[]} the faults, with their places
 */
export function faultsOf(manifest) {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const name = kinds.get(kind);
  if (name === undefined) return [`${kind} is no kind of Kubernetes 1.35`];
  ajv.validate(`kubernetes#/$defs/${name}`, manifest);
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
