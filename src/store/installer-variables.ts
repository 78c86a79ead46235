/** All that an installer inherits: where the packages come from and how to get there. Nothing here can change what is
 * installed, since every file is checked by its hash. `PYTHONPATH`, `PYTHONHOME`, `VIRTUAL_ENV` and other switches of
 * pip, uv and npm stay out. */
export const INSTALLER_VARIABLES = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'TMPDIR',
  'TZ',
  'USER',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  // Network
  'ALL_PROXY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'all_proxy',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'SSL_CLIENT_CERT',
  // pip
  'PIP_CACHE_DIR',
  'PIP_CERT',
  'PIP_CLIENT_CERT',
  'PIP_CONFIG_FILE',
  'PIP_DEFAULT_TIMEOUT',
  'PIP_EXTRA_INDEX_URL',
  'PIP_FIND_LINKS',
  'PIP_INDEX_URL',
  'PIP_NO_INDEX',
  'PIP_RETRIES',
  // uv
  'UV_CACHE_DIR',
  'UV_CONFIG_FILE',
  'UV_DEFAULT_INDEX',
  'UV_EXTRA_INDEX_URL',
  'UV_FIND_LINKS',
  'UV_HTTP_TIMEOUT',
  'UV_INDEX',
  'UV_INDEX_URL',
  'UV_NO_INDEX',
  'UV_OFFLINE',
  'UV_PYTHON_INSTALL_DIR',
  // npm
  'NPM_CONFIG_CACHE',
  'NPM_CONFIG_OFFLINE',
  'NPM_CONFIG_REGISTRY',
  'NPM_CONFIG_USERCONFIG',
  'npm_config_cache',
  'npm_config_offline',
  'npm_config_registry',
  'npm_config_userconfig',
] as const;

/** uv brings authorities of its own unless told, and so refuses an index behind a proxy that the system trusts; older
 * versions know it by the first of the two names. */
const FIXED = {
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  UV_NATIVE_TLS: 'true',
  UV_PYTHON_DOWNLOADS: 'never',
  UV_SYSTEM_CERTS: 'true',
};

/** The environment of an installer. */
export function installerVariables(
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of INSTALLER_VARIABLES) {
    const value = inherited[name];
    if (value !== undefined) variables[name] = value;
  }
  return { ...variables, ...FIXED };
}
