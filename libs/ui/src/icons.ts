// One module an icon: the package's own index would be read whole at each build.
export { default as ArrowLeftIcon } from 'lucide-react/icons/arrow-left';
export { default as CircleAlertIcon } from 'lucide-react/icons/circle-alert';
export { default as CircleCheckIcon } from 'lucide-react/icons/circle-check';
export { default as LockIcon } from 'lucide-react/icons/lock';
export { default as LogOutIcon } from 'lucide-react/icons/log-out';
export { default as MailIcon } from 'lucide-react/icons/mail';
export { default as RotateIcon } from 'lucide-react/icons/rotate-cw';
export { default as WifiOffIcon } from 'lucide-react/icons/wifi-off';
export { default as XIcon } from 'lucide-react/icons/x';
